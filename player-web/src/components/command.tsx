import { useCopied } from './use-copied.ts'

/** A shell command to copy. */
export const Command = ({ children }: { children: string }) => {
  const { isCopied, copy } = useCopied()
  return (
    <div className="command">
      <code>{children}</code>
      <button type="button" className="command-copy" onClick={() => void copy(children)}>
        {isCopied ? 'Copied' : 'Copy'}
        <span className="ui-hidden"> the command {children}</span>
      </button>
    </div>
  )
}
