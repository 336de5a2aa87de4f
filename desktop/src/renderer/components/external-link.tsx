import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ReactNode } from 'react'
import './external-link.css'

interface Props {
  /** Another address than http or https is shown as text. */
  href: string
  children: ReactNode
}

/** A link to another site; it opens in the browser, or in another tab of it. */
export const ExternalLink = ({ href, children }: Props) =>
  URL.canParse(href) && /^https?:$/.test(new URL(href).protocol) ? (
    <a className="external-link" href={href} target="_blank" rel="noreferrer noopener">
      {children}
      <ArrowUpRight size={12} aria-hidden="true" />
    </a>
  ) : (
    <>{children}</>
  )
