import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { useHost } from './telegram.tsx'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel' | 'href'> {
  href: string
  children: ReactNode
}

/** A link out of the app: it opens in a new tab, inside Telegram in the device's browser. */
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
      <span className="ui-hidden"> {t('link.newTab')}</span>
    </a>
  )
}
