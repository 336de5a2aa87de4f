import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Section } from '@openauth/ui/section'
import { toast } from '@openauth/ui/toaster'
import { useQuery } from '@tanstack/react-query'
import { client, queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { EditPolicy } from './edit-policy.tsx'
import { type Policies, type RuleName, ruleNames, ruleText, ruleTitles } from '../../policies/rule-text.ts'
import { useChanged } from './use-changed.ts'
import { useShownUser } from './user-ref.ts'

const SHOWN_ENTRIES = 8

/** Whether a rule is set for this user. */
export const isOwn = ({ own }: Policies, name: RuleName): boolean => own[name] !== undefined && own[name] !== null

const useRemove = (names: readonly RuleName[], { updatedAt }: Policies) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const changed = useChanged()
  return async () => {
    const removed = Object.fromEntries(names.map((name) => [name, null]))
    try {
      await client.walletPolicies.updateOfUser({ ...scope, ...removed, expectedUpdatedAt: updatedAt })
    } finally {
      // Also after a refusal: what somebody else changed meanwhile is shown.
      await changed()
    }
    toast.success(t('users.rulesRemoved', { count: names.length }))
  }
}

const Remove = ({ name, policies }: { name: RuleName; policies: Policies }) => {
  const t = useTranslate()
  const title = t(ruleTitles[name])
  return (
    <ConfirmDialog
      title={t('users.removeRule')}
      description={t('users.removeRuleLead', { rule: title })}
      confirmLabel={t('users.removeRule')}
      onConfirm={useRemove([name], policies)}
      trigger={
        <Button size="small" variant="ghost" aria-label={`${t('users.removeRule')}: ${title}`}>
          {t('users.remove')}
        </Button>
      }
    />
  )
}

const RemoveAll = ({ names, policies }: { names: readonly RuleName[]; policies: Policies }) => {
  const t = useTranslate()
  return (
    <ConfirmDialog
      title={t('users.removeAllRules')}
      description={t('users.removeAllRulesLead')}
      confirmLabel={t('users.removeAllRules')}
      onConfirm={useRemove(names, policies)}
      trigger={
        <Button size="small" variant="ghost">
          {t('users.removeAllRules')}
        </Button>
      }
    />
  )
}

const Rule = ({ name, policies }: { name: RuleName; policies: Policies }) => {
  const t = useTranslate()
  const entries = ruleText(name, policies.effective, t)
  const more = entries.length - SHOWN_ENTRIES
  const own = isOwn(policies, name)
  return (
    <li>
      <span className="user-rule-name">{t(ruleTitles[name])}</span>
      <span className="user-list-main">
        {entries.slice(0, SHOWN_ENTRIES).map((entry) => (
          <span key={entry}>{entry}</span>
        ))}
        {more > 0 && <span title={entries.slice(SHOWN_ENTRIES).join('\n')}>{t('apps.more', { count: more })}</span>}
      </span>
      {own ? (
        <Badge tone="warning">{t('users.ownRule')}</Badge>
      ) : (
        <span className="user-none">{t('users.appRule')}</span>
      )}
      <span className="user-rule-action">{own && <Remove name={name} policies={policies} />}</span>
    </li>
  )
}

/** The rules that apply to the user's wallets, and which of them are its own. */
export const Policy = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const policies = useQuery(queries.walletPolicies.getOfUser(scope))
  const ownRules = policies.data ? ruleNames.filter((name) => isOwn(policies.data, name)) : []
  return (
    <Section
      title={t('users.policy')}
      description={t('users.policyLead')}
      actions={
        policies.data && (
          <>
            {ownRules.length > 0 && <RemoveAll names={ownRules} policies={policies.data} />}
            <EditPolicy policies={policies.data} />
          </>
        )
      }
    >
      <Card isFlush>
        <Loaded query={policies} lines={8}>
          {(data) => (
            <ul className="user-list user-rules">
              {ruleNames.map((name) => (
                <Rule key={name} name={name} policies={data} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}
