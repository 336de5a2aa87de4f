import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Title } from '../config/title.tsx'
import { Icon, type IconName } from './icon.tsx'
import './page.css'

/** The way back at the top of a page: to another page, or by what is done. */
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
  /** In the middle of the screen: a page with little on it. */
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

/** What a page is for, told to those who are not logged in. */
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

/** What stands in a card that leads somewhere: a sign, words, and where it leads. */
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
