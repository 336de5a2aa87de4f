import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { useTranslate } from '../../i18n/i18n.ts'

/** A screen below the wallet's first one, with its title and the way back. */
export const Screen = ({ title, children }: { title: string; children: ReactNode }) => {
  const t = useTranslate()
  return (
    <Page title={title} back={{ to: '/wallet', label: t('wallet.back') }}>
      {children}
    </Page>
  )
}
