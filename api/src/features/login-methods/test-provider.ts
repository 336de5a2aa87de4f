import { methodFields, type RedirectProvider, methodTitles } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { createProviders, providerSlice } from '../../lib/providers/index.ts'
import { callbackUrl } from '../../lib/providers/callback-url.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { confidentialProviderClient } from '../login/provider-clients.ts'
import { clockFault, fault, type Finding, noFault } from '../../lib/providers/finding.ts'
import { faultOf, listed, refused, type Subject } from '../../lib/providers/faults.ts'

/**
 * Apple's invalid_client covers the identifiers, the key and the redirect address:
 * https://developer.apple.com/documentation/signinwithapplerestapi/errorresponse
 */
const wrongAppleClient = (subject: Subject): Finding =>
  fault(
    'wrong_client',
    'Apple refuses the Services ID together with the team id, the key id and the key; it does not say which of them is wrong.',
    `Compare ${listed(subject.fields)} with ${subject.consoleUrl}, see that the key is enabled for Sign in with Apple, and that the Services ID has the return URL ${subject.callback}.`,
  )

const notesOf = (provider: RedirectProvider, { title, callback }: Subject): string[] => [
  `Whether ${callback} is registered at ${title} shows at the first login, where the provider does not say so before.`,
  ...(provider === 'apple' && !callback.startsWith('https://')
    ? [
        'Apple sends people to https addresses only, and the public address of this server is not one (OPENAUTH_PUBLIC_URL).',
      ]
    : []),
]

const notConfigured = (missing: string[], { consoleUrl }: Subject): Finding =>
  fault(
    'not_configured',
    `${listed(missing)} ${missing.length > 1 ? 'are' : 'is'} missing.`,
    `Get the credentials at ${consoleUrl} and enter them.`,
  )

/**
 * Asks a provider about an app's client, as a login would, with the same limits on calls. The address is one of the
 * server's settings: nothing of the app or of the caller is part of it.
 */
export const testProvider = async (
  { settings, outbound }: Pick<Platform, 'settings' | 'outbound'>,
  app: LoginApp,
  provider: RedirectProvider,
): Promise<Finding> => {
  const fields = methodFields[provider].map(({ name }) => name)
  const callback = callbackUrl(settings.publicUrl, { appId: app.id, provider })
  const subject = {
    title: methodTitles[provider],
    fields,
    consoleUrl: providerSlice(provider).consoleUrl,
    callback,
  }
  const missing = fields.filter((name) => !app[name])
  if (missing.length > 0) return notConfigured(missing, subject)
  let date: string | null = null
  const dated: Outbound = async (url, init) => {
    const answer = await outbound(url, init)
    date = answer.headers.get('date')
    return answer
  }
  const { [provider]: client } = createProviders({ addresses: settings.providers, outbound: dated })
  const clock = () => (providerSlice(provider).signsIdTokens ? clockFault(subject.title, date) : undefined)
  try {
    const verdict = await client.checkClient(confidentialProviderClient(app, provider), callback)
    const wrongClock = clock()
    if (wrongClock) return wrongClock
    if (verdict === 'wrong_client' && provider === 'apple') return wrongAppleClient(subject)
    if (verdict !== 'accepted') return refused[verdict](subject)
    return noFault(
      `${subject.title} accepts the credentials.`,
      [`${subject.title} answers and accepts ${listed(fields)}.`],
      notesOf(provider, subject),
    )
  } catch (error) {
    return clock() ?? faultOf(error, subject)
  }
}
