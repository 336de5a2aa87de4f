import { copy } from './copy.ts'

/** A shell command to copy. */
export const Command = ({ children }: { children: string }) => (
  <div className="command">
    <code>{children}</code>
    <button type="button" className="command-copy" onClick={() => void copy(children)}>
      Copy<span className="hidden"> the command {children}</span>
    </button>
  </div>
)
