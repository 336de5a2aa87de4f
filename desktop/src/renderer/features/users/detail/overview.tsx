import { Card } from '@openauth/ui/card'
import { Copyable } from '@openauth/ui/copyable'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { UserState } from '../state.tsx'
import { Method } from '../method.tsx'
import { AcceptedTerms } from './accepted-terms.tsx'
import { ExternalId } from './external-id.tsx'
import { UserLink } from './user-link.tsx'
import { useShownUser } from './user-ref.ts'

const Text = ({ value }: { value: string | null }) => (value === null ? <>–</> : <span dir="auto">{value}</span>)

const Referrer = () => {
  const { appId, scope } = useShownUser()
  const referral = useQuery(queries.users.referral(scope))
  const id = referral.data?.referralChain[1]
  return id ? <UserLink appId={appId} id={id} /> : <>–</>
}

const Profile = () => {
  const t = useTranslate()
  const { user } = useShownUser()
  const code = <Copyable value={user.referCode} name={t('users.referCode')} truncate={false} />
  const items: Definition[] = [
    { term: t('users.displayName'), value: <Text value={user.displayName} /> },
    { term: t('users.state'), value: <UserState user={user} /> },
    { term: t('users.id'), value: <Copyable value={user.id} name={t('users.id')} truncate={false} /> },
    { term: t('users.externalId'), value: <ExternalId /> },
    { term: t('users.referCode'), value: code },
    { term: t('users.referrer'), value: <Referrer /> },
    { term: t('users.registered'), value: <Time at={user.createdAt} isExact /> },
    { term: t('users.lastSeen'), value: <Time at={user.lastSeenAt} isExact /> },
  ]
  return (
    <Section title={t('users.profile')}>
      <Card className="user-facts">
        <DefinitionList items={items} />
      </Card>
    </Section>
  )
}

const Identities = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const identities = useQuery(queries.users.identities(scope))
  return (
    <Section title={t('users.identities')}>
      <Card isFlush>
        <Loaded query={identities}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={t('users.noIdentities')} reason={t('users.noIdentitiesReason')} />
            ) : (
              <ul className="user-list">
                {list.map(({ provider, subject, display, createdAt }) => (
                  <li key={`${provider}:${subject}`}>
                    <Method method={provider} />
                    <span className="user-list-main">
                      <span dir="auto">{display}</span>
                      {subject !== display && (
                        <Copyable value={subject} name={t('users.accountId')} truncate={[16, 6]} />
                      )}
                    </span>
                    <Time at={createdAt} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Section>
  )
}

const Passkeys = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const passkeys = useQuery(queries.users.passkeys(scope))
  if (passkeys.data?.length === 0) return null
  return (
    <Section title={t('users.passkeys')}>
      <Card isFlush>
        <Loaded query={passkeys} lines={2}>
          {(list) => (
            <ul className="user-list">
              {list.map(({ id, name, createdAt, lastUsedAt }) => (
                <li key={id}>
                  <Method method="passkey" />
                  <span className="user-list-main">
                    <span dir="auto" title={name}>
                      {name}
                    </span>
                  </span>
                  <Time at={lastUsedAt ?? createdAt} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}

/** What is known of the user, and by which accounts it logs in. */
export const Overview = () => (
  <div className="user-columns">
    <Profile />
    <div className="user-column">
      <Identities />
      <Passkeys />
      <AcceptedTerms />
    </div>
  </div>
)
