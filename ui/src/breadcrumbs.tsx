import { type ReactElement, type ReactNode } from 'react'
import { useWords } from './words.tsx'
import './breadcrumbs.css'

interface Props {
  /** The ways up, outermost first: links, of the router or plain. */
  links: readonly { key: string; link: ReactElement }[]
  /** Where one is. */
  current: ReactNode
}

/** Where a screen lies. */
export const Breadcrumbs = ({ links, current }: Props) => {
  const words = useWords()
  return (
    <nav className="ui-breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {links.map(({ key, link }) => (
          <li key={key}>{link}</li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  )
}
