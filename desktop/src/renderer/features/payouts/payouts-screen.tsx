import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { Loaded } from '../../components/loaded.tsx'
import '../../i18n/game-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ClaimList } from './claim-list.tsx'
import { TreasuryPart } from './treasury-part.tsx'
import './payouts.css'

/** How often the treasury is read again. Milliseconds. */
const REFRESH = 15_000

const Payouts = ({ appId }: { appId: string }) => {
  const treasury = useQuery({ ...queries.treasury.get({ appId }), refetchInterval: REFRESH })
  return (
    <>
      <Loaded query={treasury} lines={6}>
        {(data) => <TreasuryPart appId={appId} treasury={data} />}
      </Loaded>
      <ClaimList appId={appId} />
    </>
  )
}

/** The wallet from which an app's claims are paid on chain, and the claims. */
export const PayoutsScreen = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('gameScreens.payouts')} lead={t('payouts.lead')}>
      {(app) => <Payouts key={app.id} appId={app.id} />}
    </AppScreen>
  )
}
