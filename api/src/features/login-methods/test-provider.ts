import { methodFields, type RedirectProvider, methodTitles } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { Outbound } from '../../lib/outbound.ts'
import {
  createProviders,
  providerSlice,
  ProviderDeniedError,
  ProviderMisconfiguredError,
  ProviderUnavailableError,
} from '../../lib/providers/index.ts'
import type { ClientVerdict } from '../../lib/providers/types.ts'
import { callbackUrl } from '../login/callback-url.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { confidentialProviderClient } from '../login/provider-clients.ts'
import { clockFault, fault, type Finding, noFault } from './finding.ts'

/** What a sentence about a provider needs. */
interface Subject {
  title: string
  /** The settings, as the operator's form names them. */
  fields: string[]
  consoleUrl: string
  callback: string
}

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const copyAgain = (fields: string[], { consoleUrl }: Subject): string =>
  `Copy ${listed(fields)} again from ${consoleUrl}.`

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

/** What is wrong with a client that a provider refuses. */
const refused: Record<Exclude<ClientVerdict, 'accepted'>, (subject: Subject) => Finding> = {
  wrong_client_id: (subject) =>
    fault(
      'wrong_client_id',
      `${subject.title} knows no client with this id.`,
      copyAgain(subject.fields.slice(0, 1), subject),
    ),
  wrong_secret: (subject) =>
    fault(
      'wrong_secret',
      `${subject.title} knows the client, and refuses its secret.`,
      `${copyAgain(subject.fields.slice(1), subject)} Make a new secret there if the old one is not shown any more.`,
    ),
  wrong_client: (subject) =>
    fault(
      'wrong_client',
      `${subject.title} refuses the client id or its secret; it does not say which of them is wrong.`,
      copyAgain(subject.fields, subject),
    ),
  client_not_allowed: (subject) =>
    fault(
      'client_not_allowed',
      `${subject.title} knows the client, and does not allow it to log people in.`,
      `See at ${subject.consoleUrl} that the application is neither suspended nor waiting for a review, and that it is a confidential web client.`,
    ),
  redirect_not_registered: (subject) =>
    fault(
      'redirect_not_registered',
      `${subject.title} accepts the client, and does not know its redirect address.`,
      `Register ${subject.callback} at ${subject.consoleUrl}, character by character.`,
    ),
}

const faultOf = (error: unknown, subject: Subject): Finding => {
  const { title, fields } = subject
  if (error instanceof ProviderUnavailableError)
    return fault(
      'unreachable',
      `${title} did not answer as it should: ${error.message}.`,
      'Try again, and see that this server may connect to it.',
    )
  if (error instanceof ProviderDeniedError)
    return fault(
      'unexpected_answer',
      `${title} answered with an error that its documentation does not explain: ${error.error}.`,
      copyAgain(fields, subject),
    )
  if (!(error instanceof ProviderMisconfiguredError)) throw error
  if (error.rejected === undefined && fields.includes('applePrivateKey'))
    return fault(
      'key_unreadable',
      'applePrivateKey is not a P-256 key in PKCS#8 PEM.',
      'Paste the whole .p8 file that Apple gave you, with its first and its last line.',
    )
  return fault('unexpected_answer', `${title} refuses these settings.`, copyAgain(fields, subject))
}

const notesOf = (provider: RedirectProvider, { title, callback }: Subject): string[] => [
  `Whether ${callback} is registered at ${title} shows at the first login, where the provider does not say so before.`,
  ...(provider === 'apple' && !callback.startsWith('https://')
    ? [
        'Apple sends people to https addresses only, and the public address of this server is not one (OPENAUTH_PUBLIC_URL).',
      ]
    : []),
]

/**
 * Asks a provider about an app's client, as a login would, with the same limits on calls. The address is one of the
 * server's settings: nothing of the app or of the caller is part of it.
 */
export const testProvider = async (
  { settings, outbound }: Pick<Deps, 'settings' | 'outbound'>,
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
  const missing = methodFields[provider].filter(({ name }) => !app[name])
  if (missing.length > 0)
    return fault(
      'not_configured',
      `${listed(missing.map(({ name }) => name))} ${missing.length > 1 ? 'are' : 'is'} missing.`,
      `Get the credentials at ${subject.consoleUrl} and enter them.`,
    )
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
