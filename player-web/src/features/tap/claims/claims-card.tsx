import type { GameProfile } from '@openauth/client'
import { lazy, Suspense, useState } from 'react'
import { CardBody } from '../../../components/page.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { useClaims } from './use-claims.ts'

const ClaimsDialog = lazy(() => import('./claims-dialog.tsx'))

/** The way to claims, where the app pays them on chain. */
export const ClaimsCard = ({ profile }: { profile: GameProfile }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const [isOpen, setOpen] = useState(false)
  const { data: claims } = useClaims()
  if (!claims || (claims.meta.rate === null && claims.data.length === 0)) return null
  return (
    <>
      <button type="button" className="card tap-card" onClick={() => setOpen(true)}>
        <CardBody
          icon="wallet"
          title={t('claims.title')}
          hint={t('claims.claimable', { rings: format(profile.claimableRings) })}
        />
      </button>
      {isOpen && (
        <Suspense>
          <ClaimsDialog profile={profile} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
