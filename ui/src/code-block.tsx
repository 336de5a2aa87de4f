import { CopyButton } from './copy-button.tsx'
import './code-block.css'

interface Props {
  code: string
  /** What it is: "Node.js", "Response". Its heading, and part of the copy button's label. */
  title: string
}

/** Lines of code or JSON with a button that copies them. It scrolls inside, by keyboard too. */
export const CodeBlock = ({ code, title }: Props) => (
  <figure className="ui-code" aria-label={title}>
    <figcaption className="ui-code-header">
      {title}
      <CopyButton text={code} name={title} />
    </figcaption>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must take the focus. */}
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
  </figure>
)
