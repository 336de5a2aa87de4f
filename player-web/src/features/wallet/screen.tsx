import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../components/icon.tsx'
import { Title } from '../../config/title.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import '../../components/page.css'

/** A screen below the wallet's first: its name, and the way back there. */
export const Screen = ({ title, children }: { title: string; children: ReactNode }) => {
  const t = useTranslate()
  return (
    <div className="page">
      <Title>{title}</Title>
      <header className="screen-header">
        <Link className="screen-back" to="/wallet" aria-label={t('wallet.back')}>
          <Icon name="back" />
        </Link>
        <h1 className="page-title">{title}</h1>
      </header>
      {children}
    </div>
  )
}
