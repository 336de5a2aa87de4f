import { OwnWalletPolicy } from '@openauth/client'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { EditRules } from '../../policies/edit-rules.tsx'
import { useShownUser } from './user-ref.ts'

/** The rules of the user's wallets: which come from the app and which are its own, what applies, and a dry run. */
export const Policy = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const { appId, id: userId } = scope
  const ofApp = useQuery({
    ...queries.walletPolicies.get({ appId }),
    select: ({ own }) => OwnWalletPolicy.parse(own),
  })
  const policies = useQuery(queries.walletPolicies.getOfUser(scope))
  return (
    <Section title={t('users.policy')} description={t('users.policyLead')}>
      <Loaded query={ofApp} lines={12}>
        {(app) => (
          <Loaded query={policies} lines={12}>
            {(user) => <EditRules owner={{ appId, userId }} policies={user} ofApp={app} />}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}
