import { useState } from 'react'

/** Text of which people need the exact characters. */
export const Copyable = ({ text, what }: { text: string; what: string }) => {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Select it'>('Copy')
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isCopied ? 'Copied' : 'Select it')
    setTimeout(() => setState('Copy'), 2000)
  }
  return (
    <span className="copyable">
      <code>{text}</code>
      <button type="button" className="button quiet small" onClick={() => void copy()}>
        <span aria-live="polite">{state}</span>
        <span className="hidden"> {what}</span>
      </button>
    </span>
  )
}
