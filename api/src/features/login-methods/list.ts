import {
  isSecretField,
  type LoginMethod,
  loginMethods,
  type LoginMethodSetup,
  methodFields,
  switchOf,
} from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { callbackUrl } from '../login/callback-url.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { isRedirectProvider } from '../login/provider-clients.ts'
import { missingSettings } from './missing-settings.ts'
import { allowedOrigins } from './test-origins.ts'
import { vendorPagesOf } from './vendor-pages.ts'

/**
 * Methods whose pages' origins matter: at Google's and Telegram's scripts they are registered, and the methods without
 * a provider compare them here.
 */
const byOrigin: readonly LoginMethod[] = ['google', 'telegram', 'ethereum', 'solana', 'username', 'passkey']

type Setup = Omit<LoginMethodSetup, 'lastLoginAt' | 'lastFailureAt'> & {
  lastLoginAt: Date | null
  lastFailureAt: Date | null
}

/** Whether every setting that a login needs is there. */
const isReady = (app: LoginApp, method: LoginMethod, { mailer }: Pick<Deps, 'mailer'>): boolean =>
  method === 'email' ? mailer !== undefined : missingSettings(app, method).login.length === 0

const setupOf = (
  { settings, mailer }: Pick<Deps, 'settings' | 'mailer'>,
  app: LoginApp,
  method: LoginMethod,
): Omit<Setup, `last${string}`> => ({
  method,
  enabled: app[switchOf[method]],
  ready: isReady(app, method, { mailer }),
  fields: methodFields[method].map(({ name, neededFor }) => {
    const secret = isSecretField(name)
    return { name, secret, neededFor, isSet: Boolean(app[name]), value: secret ? null : app[name] }
  }),
  callbackUrls: isRedirectProvider(method)
    ? [callbackUrl(settings.publicUrl, { appId: app.id, provider: method })]
    : [],
  origins: byOrigin.includes(method) ? allowedOrigins(settings.publicUrl, app) : [],
  ...vendorPagesOf(method),
})

interface Outcome {
  succeededAt: Date | null
  failedAt: Date | null
  failure: string | null
}

const unknown: Outcome = { succeededAt: null, failedAt: null, failure: null }

const workedLast = ({ succeededAt, failedAt }: Outcome): boolean | null =>
  succeededAt || failedAt ? Number(succeededAt ?? 0) > Number(failedAt ?? 0) : null

/** Every login method of an app as an operator sets it up, without values of secrets. Throws `app_not_found`. */
export const listMethods = async (deps: Deps, appId: string): Promise<Setup[]> => {
  const app = await deps.loginApps.get(appId)
  const rows = await deps.db.prisma.loginOutcome.findMany({ where: { appId } })
  return loginMethods.map((method) => {
    const outcome = rows.find((row) => row.method === method) ?? unknown
    return {
      ...setupOf(deps, app, method),
      lastLoginWorked: workedLast(outcome),
      lastLoginAt: outcome.succeededAt,
      lastFailureAt: outcome.failedAt,
      lastFailure: outcome.failure,
    }
  })
}
