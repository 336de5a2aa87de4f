import { Copyable } from '@openauth/ui/copyable'
import { ExternalLink } from '../../components/external-link.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import type { MethodSetup } from './setup-query.ts'

/** Addresses to register at a provider. */
export const Addresses = ({ title, name, values }: { title: string; name: string; values: readonly string[] }) =>
  values.length > 0 && (
    <div className="method-addresses">
      <p>{title}</p>
      <ul>
        {values.map((value) => (
          <li key={value}>
            <Copyable value={value} name={name} truncate={false} />
          </li>
        ))}
      </ul>
    </div>
  )

/** What to do at the provider: where its credentials are, and the addresses that it must know. */
export const AtProvider = ({ setup }: { setup: MethodSetup }) => {
  const t = useTranslate()
  const { consoleUrl, docsUrl, callbackUrls, origins, method, fields } = setup
  if (!consoleUrl && callbackUrls.length === 0 && origins.length === 0) return null
  const hasProvider = fields.length > 0
  return (
    <div className="method-provider">
      {consoleUrl && (
        <p className="method-links">
          <ExternalLink href={consoleUrl}>
            {t('login-methods.getCredentials', { name: methodTitle(method, t) })}
          </ExternalLink>
          {docsUrl && <ExternalLink href={docsUrl}>{t('login-methods.docs')}</ExternalLink>}
        </p>
      )}
      <Addresses title={t('login-methods.callbacks')} name={t('login-methods.callback')} values={callbackUrls} />
      <Addresses
        title={t(hasProvider ? 'login-methods.originsToEnter' : 'login-methods.originsAllowed')}
        name={t('login-methods.origin')}
        values={origins}
      />
    </div>
  )
}
