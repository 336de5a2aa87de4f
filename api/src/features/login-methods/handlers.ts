import { type ClientIdName, type CredentialName, type LoginMethod, methodFields } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import type { Finding } from '../../lib/providers/finding.ts'
import { testConnections } from '../oidc-connections/test-connection.ts'
import { listMethods } from './list.ts'
import { sendTestMail, testEmail } from './test-mail.ts'
import { testOrigins } from './test-origins.ts'
import { testProvider } from './test-provider.ts'
import { testTelegram } from './test-telegram.ts'
import type { LoginMethodNeeds } from './needs.ts'

type Given = { [N in ClientIdName | CredentialName]?: string | null | undefined }

/** The given settings, which must be of the method: a secret of one provider never reaches another. */
const settingsOf = (method: LoginMethod, given: Given): Partial<LoginApp> => {
  const own = new Set<string>(methodFields[method].map(({ name }) => name))
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const stranger = set.find(([name]) => !own.has(name))?.[0]
  if (stranger === undefined) return Object.fromEntries(set)
  const message = `${stranger} is not a setting of ${method}`
  throw new Problem('invalid_input', { message, issues: [{ path: stranger, message }] })
}

const testOf = async (deps: LoginMethodNeeds, app: LoginApp, method: LoginMethod): Promise<Finding> => {
  switch (method) {
    case 'email':
      return testEmail(deps)
    case 'telegram':
      return testTelegram(deps, app)
    case 'oidc':
      return testConnections(deps, app.id)
    case 'ethereum':
    case 'solana':
    case 'username':
    case 'passkey':
      return testOrigins(deps, app, method)
    default:
      return testProvider(deps, app, method)
  }
}

/** What operators see and try of an app's login methods. */
export const loginMethodHandlers = (deps: LoginMethodNeeds): Handlers<'loginMethods'> => ({
  list: ({ appId }) => listMethods(deps, appId),

  test: async ({ appId, method, ...given }, context) => {
    const settings = settingsOf(method, given)
    const app = await deps.loginApps.get(appId)
    await deps.attempts.consume(['methodTestByAdmin', String(context.identity.adminId)])
    const found = await testOf(deps, { ...app, ...settings }, method)
    const details = { method, code: found.code, given: Object.keys(settings) }
    await record(deps.db.prisma, context, { action: 'login-method.test', appId, targetId: appId, details })
    return { method, ...found }
  },

  testMail: async ({ appId, to }, context) => {
    const app = await deps.loginApps.get(appId)
    const requester = `admin ${context.identity.adminId}`
    await deps.attempts.consume(['testMailByAdmin', requester], ['testMailByAddress', to])
    const found = await sendTestMail(deps, app, { to, requester })
    const details = { to, code: found.code }
    await record(deps.db.prisma, context, { action: 'mail.test', appId, targetId: appId, details })
    return found
  },
})
