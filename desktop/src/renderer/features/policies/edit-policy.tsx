import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { EditRules } from './edit-rules.tsx'

const OfApp = ({ appId }: { appId: string }) => {
  const policies = useQuery(queries.walletPolicies.get({ appId }))
  return (
    <Loaded query={policies} lines={12}>
      {(data) => <EditRules owner={{ appId }} policies={data} />}
    </Loaded>
  )
}

/** The wallet policy of an app: its rules, what they come to, and a dry run of them. */
export const EditPolicy = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('policies.title')} lead={t('policies.lead')}>
      {(app) => <OfApp key={app.id} appId={app.id} />}
    </AppScreen>
  )
}
