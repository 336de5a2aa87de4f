import type { LoginMethodSetup, LoginMethodTest } from '@openauth/client'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Finding, notice, ok, problem, unknown } from './finding.ts'

/** Methods whose test asks nobody, or the mail server, which another check does. */
const withoutProvider: readonly string[] = ['username', 'passkey', 'email', 'eth', 'sol', 'solana', 'ethereum']

const testOne = async (context: Context, app: { id: string; name: string }, method: string): Promise<Finding> => {
  const check = `${method} of ${app.name}`
  try {
    const test = (await context.call('loginMethods', 'test', { appId: app.id, method })) as LoginMethodTest
    if (test.ok) return ok(check, test.message)
    const isSilent = ['unreachable', 'unexpected_answer'].includes(test.code)
    return (isSilent ? unknown : problem)(
      check,
      test.message,
      'Logins by it fail',
      test.remedy ?? 'openauth login-methods test has the details',
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return unknown(
      check,
      error.message,
      'Whether logins by it work is not known',
      `openauth login-methods test ${method} --app ${app.id}`,
    )
  }
}

/** Tests the credentials of every method that is on and has a provider, with the server's own test. */
export const providerFindings = async (context: Context): Promise<Finding[]> => {
  const apps = (await context.call('apps', 'list')) as { id: string; name: string }[]
  const findings: Finding[] = []
  for (const app of apps) {
    const methods = (await context.call('loginMethods', 'list', { appId: app.id })) as LoginMethodSetup[]
    for (const { method } of methods.filter(({ enabled, ready }) => enabled && ready))
      if (!withoutProvider.includes(method)) findings.push(await testOne(context, app, method))
    if (!methods.some(({ enabled }) => enabled))
      findings.push(notice(`app ${app.name}`, 'No login method is on', 'Nobody can log in', 'openauth apps update'))
  }
  return findings
}
