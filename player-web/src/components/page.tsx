import type { ReactNode } from 'react'
import { Title } from '../config/title.tsx'
import { Icon, type IconName } from './icon.tsx'
import './page.css'

interface Props {
  title: string
  /** In the middle of the screen: a page with little on it. */
  isCentered?: boolean
  children: ReactNode
}

/** A page of the column, with its heading. */
export const Page = ({ title, isCentered, children }: Props) => (
  <div className={isCentered ? 'page page-center' : 'page'}>
    <Title>{title}</Title>
    <h1 className="page-title">{title}</h1>
    {children}
  </div>
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
