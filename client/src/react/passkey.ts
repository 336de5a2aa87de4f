import type { Purpose } from '../contract/facts/purpose.ts'
import { answerWithPasskey, createPasskey, type PasskeyAnswer } from '../passkey-browser.ts'
import type { Session } from './session.ts'

/** Has the user select a passkey and returns its answer to the server's challenge for a purpose. */
export const assertPasskey = async (
  { appId, client }: Session,
  purpose: Exclude<Purpose, 'bind'>,
): Promise<PasskeyAnswer> =>
  answerWithPasskey(await client.passkeys.loginOptions({ appId, uri: location.href, purpose }))

/** Logs in with a passkey that the user selects. Returns the session token. */
export const logInWithPasskey = async (session: Session): Promise<string> => {
  const response = await assertPasskey(session, 'login')
  return (await session.client.passkeys.loginVerify({ appId: session.appId, response })).token
}

/** Registers a new passkey for the user of the session. */
export const registerPasskey = async ({ client }: Session, name?: string): Promise<void> => {
  const response = await createPasskey(await client.passkeys.registerOptions({ uri: location.href }))
  await client.passkeys.registerVerify({ response, ...(name ? { name } : {}) })
}
