import { toast } from 'sonner'

const copy = (text: string, what: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success(`${what} copied`),
    () => toast.error('It could not be copied. Select the text instead.'),
  )

/** Text of which people need the exact characters. */
export const Copyable = ({ children, what }: { children: string; what: string }) => (
  <span className="copyable">
    <code>{children}</code>
    <button type="button" className="button quiet" onClick={() => void copy(children, what)}>
      Copy<span className="hidden"> {what}</span>
    </button>
  </span>
)
