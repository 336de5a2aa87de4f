import {
  isSecretField,
  type LoginMethod,
  loginMethods,
  type LoginMethodSetup,
  methodFields,
  switchOf,
} from '@openauth/client'
import type { Platform } from '../../resources.ts'
import { callbackUrl } from '../../lib/providers/callback-url.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { isRedirectProvider } from '../login/provider-clients.ts'
import { missingSettings } from './missing-settings.ts'
import { allowedOrigins } from './test-origins.ts'
import { vendorPagesOf } from './vendor-pages.ts'
import type { LoginMethodNeeds } from './needs.ts'

/**
 * Methods whose pages' origins matter: at Google's and Telegram's scripts they are registered, and the methods without
 * a provider compare them here.
 */
const byOrigin: readonly LoginMethod[] = ['google', 'telegram', 'ethereum', 'solana', 'username', 'passkey']

type Setup = Omit<LoginMethodSetup, 'lastLoginAt' | 'lastFailureAt'> & {
  lastLoginAt: Date | null
  lastFailureAt: Date | null
}

type SetupNeeds = Pick<Platform, 'settings' | 'mailer'> & {
  /** The keys of the app's enabled OpenID connections. */
  connections: string[]
}

/** Whether everything that a login needs is there. */
const isReady = (app: LoginApp, method: LoginMethod, { mailer, connections }: SetupNeeds): boolean => {
  if (method === 'email') return mailer !== undefined
  if (method === 'oidc') return connections.length > 0
  return missingSettings(app, method).login.length === 0
}

const callbacksOf = ({ settings, connections }: SetupNeeds, appId: string, method: LoginMethod): string[] => {
  const { publicUrl } = settings
  if (method === 'oidc')
    return connections.map((connection) => callbackUrl(publicUrl, { appId, provider: method, connection }))
  return isRedirectProvider(method) ? [callbackUrl(publicUrl, { appId, provider: method })] : []
}

const setupOf = (deps: SetupNeeds, app: LoginApp, method: LoginMethod): Omit<Setup, `last${string}`> => ({
  method,
  enabled: app[switchOf[method]],
  ready: isReady(app, method, deps),
  fields: methodFields[method].map(({ name, neededFor }) => {
    const secret = isSecretField(name)
    return { name, secret, neededFor, isSet: Boolean(app[name]), value: secret ? null : app[name] }
  }),
  callbackUrls: callbacksOf(deps, app.id, method),
  origins: byOrigin.includes(method) ? allowedOrigins(deps.settings.publicUrl, app) : [],
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
export const listMethods = async (deps: LoginMethodNeeds, appId: string): Promise<Setup[]> => {
  const app = await deps.loginApps.get(appId)
  const rows = await deps.db.prisma.loginOutcome.findMany({ where: { appId } })
  const enabled = await deps.db.prisma.oidcConnection.findMany({
    where: { appId, enabled: true },
    select: { key: true },
    orderBy: { key: 'asc' },
  })
  const setups = { ...deps, connections: enabled.map(({ key }) => key) }
  return loginMethods.map((method) => {
    const outcome = rows.find((row) => row.method === method) ?? unknown
    return {
      ...setupOf(setups, app, method),
      lastLoginWorked: workedLast(outcome),
      lastLoginAt: outcome.succeededAt,
      lastFailureAt: outcome.failedAt,
      lastFailure: outcome.failure,
    }
  })
}
