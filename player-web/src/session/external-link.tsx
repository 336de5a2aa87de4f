import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { useHost } from './telegram.tsx'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel' | 'href'> {
  href: string
  children: ReactNode
}

/** A link that leaves the app: a new tab, or the browser that Telegram opens. */
export const ExternalLink = ({ href, children, ...rest }: Props) => {
  const t = useTranslate()
  const host = useHost()
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        if (!host) return
        event.preventDefault()
        host.openLink(href)
      }}
      {...rest}
    >
      {children}
      <span className="hidden"> {t('link.newTab')}</span>
    </a>
  )
}
