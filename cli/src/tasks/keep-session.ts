import type { Context } from '../context.ts'
import { plainView } from '../view.ts'

/** Saves a new session, and ends the one that it replaces. */
export const keepSession = async (
  context: Context,
  { token, username }: { token: string; username: string },
): Promise<void> => {
  const { endpoint, profile, out, environment } = context
  await context.save({ ...profile, keychain: undefined, token, username })
  // Nobody would know of it any more. One that has ended already is no failure.
  if (profile.token !== undefined && context.token === profile.token)
    await context.call('setup', 'logout').catch(() => {})
  out.note(`Signed in to ${endpoint} as ${username}.`)
  if (environment.env['OPENAUTH_TOKEN']) out.warn('OPENAUTH_TOKEN is set and overrides this session')
  if (context.isDocument) out.data({ endpoint, username }, plainView)
}
