import { toast } from 'sonner'

const copy = (text: string, name: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success(`${name} copied`),
    () => toast.error('Copying failed. Select the text instead.'),
  )

/** Text with a button that copies it. `name` completes the button's label for screen readers. */
export const Copyable = ({ children, name }: { children: string; name: string }) => (
  <span className="copyable">
    <code>{children}</code>
    <button type="button" className="button quiet" onClick={() => void copy(children, name)}>
      Copy<span className="hidden"> {name}</span>
    </button>
  </span>
)
