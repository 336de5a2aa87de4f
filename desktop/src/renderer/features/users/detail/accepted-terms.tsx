import { Card } from '@openauth/ui/card'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useShownUser } from './user-ref.ts'

/** Which versions of the terms and the privacy policy the user accepted, when and where. */
export const AcceptedTerms = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const terms = useQuery(queries.terms.ofUser(scope))
  if (terms.data?.length === 0) return null
  return (
    <Section title={t('users.terms')}>
      <Card isFlush>
        <Loaded query={terms} lines={2}>
          {(list) => (
            <ul className="user-list">
              {list.map(({ document, version, acceptedAt, surface }) => (
                <li key={`${document} ${version}`}>
                  <span>{t(document === 'terms' ? 'users.termsOfUse' : 'users.privacyPolicy')}</span>
                  <span className="user-list-main">
                    <span dir="auto">{version}</span>
                    <small>{surface}</small>
                  </span>
                  <Time at={acceptedAt} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}
