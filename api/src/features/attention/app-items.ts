import {
  type AttentionItem,
  credentialNames,
  type LoginMethod,
  redirectProviders,
  type RedirectProvider,
} from '@openauth/client'
import type { AppModel } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { methodsOf } from '../apps/login-methods.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { confidentialProviderClient, providerClient } from '../login/provider-clients.ts'

type StoredApp = AppModel & { credentials: { name: string }[] }
type Item = AttentionItem

/** The app's settings with a placeholder for each credential that is set: nothing is opened. */
const withPlaceholders = ({ credentials, ...app }: StoredApp): LoginApp => {
  const isSet = (name: string) => credentials.some((credential) => credential.name === name)
  const placeholders = Object.fromEntries(credentialNames.map((name) => [name, isSet(name) ? 'set' : null]))
  return { ...app, ...placeholders } as LoginApp
}

const isRedirectProvider = (method: LoginMethod): method is RedirectProvider =>
  (redirectProviders as readonly string[]).includes(method)

const isConfigured = (check: () => unknown): boolean => {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'method_not_configured') return false
    throw error
  }
}

/** Which logins of an enabled method fail for lack of credentials; undefined where none do. */
const missingFor = (app: LoginApp, method: LoginMethod): 'logins' | 'redirects' | undefined => {
  if (method === 'telegram') return app.telegramBotToken || app.telegramBotId ? undefined : 'logins'
  if (!isRedirectProvider(method)) return undefined
  if (!isConfigured(() => providerClient(app, method))) return 'logins'
  return isConfigured(() => confidentialProviderClient(app, method)) ? undefined : 'redirects'
}

/** What is wrong in an app's own settings. */
const itemsOf = (stored: StoredApp, { settings, mailer }: Pick<Deps, 'settings' | 'mailer'>): Item[] => {
  const app = withPlaceholders(stored)
  const enabled = methodsOf(app)
  const items: Item[] = enabled.flatMap((method): Item[] => {
    const affects = missingFor(app, method)
    if (!affects) return []
    const severity = affects === 'logins' ? 'error' : 'warning'
    return [{ code: 'method_without_credentials', severity, appId: app.id, subject: method, data: { affects } }]
  })
  const redirects = enabled.filter(isRedirectProvider)
  if (redirects.length > 0 && app.redirectOrigins.length === 0) {
    const data = { methods: redirects }
    items.push({ code: 'redirects_without_origin', severity: 'warning', appId: app.id, subject: null, data })
  }
  if (app.emailEnabled && settings.smtpUrl === undefined) {
    const data = { usesOutbox: mailer !== undefined }
    items.push({
      code: 'email_without_mail_server',
      severity: mailer ? 'warning' : 'error',
      appId: app.id,
      subject: null,
      data,
    })
  }
  return items
}

/** What is wrong in the settings of all apps. One statement; no credential is opened. */
export const appItems = async (deps: Pick<Deps, 'db' | 'settings' | 'mailer'>): Promise<Item[]> => {
  const include = { credentials: { select: { name: true } } }
  const apps = await deps.db.prisma.app.findMany({ where: { deletedAt: null }, include, orderBy: { nameKey: 'asc' } })
  return apps.flatMap((app) => itemsOf(app, deps))
}
