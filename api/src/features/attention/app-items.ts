import { type AttentionItem, credentialNames, type LoginMethod, type CredentialName } from '@openauth/client'
import type { AppModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { methodsOf } from '../apps/login-methods.ts'
import { loginSettingsOf } from '../apps/login-settings.ts'
import { isRedirectProvider } from '../login/provider-clients.ts'
import { missingSettings } from '../login-methods/missing-settings.ts'

type StoredApp = AppModel & { credentials: { name: string }[] }
type Item = AttentionItem

/** The app's settings with whether each credential is set: nothing is opened. */
const withCredentials = ({ credentials, ...app }: StoredApp) => {
  const names = credentials.map(({ name }) => name)
  const isSet = Object.fromEntries(credentialNames.map((name) => [name, names.includes(name)]))
  return { ...app, ...loginSettingsOf(app), ...(isSet as Record<CredentialName, boolean>) }
}

/** A method without what it needs at its provider. */
const methodItem = (app: ReturnType<typeof withCredentials>, method: LoginMethod): Item[] => {
  const { login, redirect } = missingSettings(app, method)
  const about = { code: 'method_without_credentials', appId: app.id, subject: method } as const
  if (login.length > 0)
    return [{ ...about, severity: 'error', data: { affects: 'logins', missing: [...login, ...redirect] } }]
  return redirect.length > 0
    ? [{ ...about, severity: 'warning', data: { affects: 'redirects', missing: redirect } }]
    : []
}

/** What is wrong in an app's own settings. */
const itemsOf = (stored: StoredApp, { settings, mailer }: Pick<Platform, 'settings' | 'mailer'>): Item[] => {
  const app = withCredentials(stored)
  const enabled = methodsOf(app)
  const items = enabled.flatMap((method) => methodItem(app, method))
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
export const appItems = async (deps: Pick<Platform, 'db' | 'settings' | 'mailer'>): Promise<Item[]> => {
  const include = { credentials: { select: { name: true } } }
  const apps = await deps.db.prisma.app.findMany({ where: { deletedAt: null }, include, orderBy: { nameKey: 'asc' } })
  return apps.flatMap((app) => itemsOf(app, deps))
}
