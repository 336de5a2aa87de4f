import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Title } from '../config/title.tsx'
import { Icon, type IconName } from './icon.tsx'
import './page.css'

/** The way back at the top of a page: a link or an action. */
export type Back = { label: string } & ({ to: string } | { onClick: () => void })

const BackTo = (back: Back) =>
  'to' in back ? (
    <Link className="page-back" to={back.to} aria-label={back.label}>
      <Icon name="back" />
    </Link>
  ) : (
    <button type="button" className="page-back" aria-label={back.label} onClick={back.onClick}>
      <Icon name="back" />
    </button>
  )

interface Props {
  title: string
  /** Centers the content, for pages with little content. */
  isCentered?: boolean
  back?: Back
  children: ReactNode
}

/** A page of the column, with its heading. */
export const Page = ({ title, isCentered, back, children }: Props) => {
  const heading = <h1 className="page-title">{title}</h1>
  return (
    <div className={isCentered ? 'page page-center' : 'page'}>
      <Title>{title}</Title>
      {back && !isCentered ? (
        <header className="page-header">
          <BackTo {...back} />
          {heading}
        </header>
      ) : (
        <>
          {back && <BackTo {...back} />}
          {heading}
        </>
      )}
      {children}
    </div>
  )
}

interface HighlightsProps {
  items: { icon: IconName; title: string; hint: string }[]
}

/** The advantages of a page, for users who are not logged in. */
export const Highlights = ({ items }: HighlightsProps) => (
  <ul className="highlights">
    {items.map(({ icon, title, hint }) => (
      <li key={title}>
        <span className="card-sign">
          <Icon name={icon} />
        </span>
        <span className="card-words">
          <strong>{title}</strong>
          <small>{hint}</small>
        </span>
      </li>
    ))}
  </ul>
)

interface CardProps {
  icon: IconName
  title: string
  hint?: string
}

/** The content of a card that is a link: icon, text, and an arrow. */
export const CardBody = ({ icon, title, hint, to = 'next' }: CardProps & { to?: IconName }) => (
  <>
    <span className="card-sign">
      <Icon name={icon} />
    </span>
    <span className="card-words">
      <strong>{title}</strong>
      {hint && <small>{hint}</small>}
    </span>
    <Icon name={to} />
  </>
)
