import { type Purpose, purposes, type RedirectProvider, redirectProviders } from '@openauth/client'
import { authenticator } from '../webauthn/testing.ts'
import { type LoginWorld, pageOrigin } from './testing.ts'
import { ethereumWallet, solanaWallet, type TestWallet } from './wallets.testing.ts'

type Proof = Record<string, unknown>

/** The user of a method's account, in one session. */
export interface Owner {
  appId: string
  token: string
}

/** A method whose credentials are issued for a purpose. */
export interface PurposeFixture {
  name: string
  /** The method's name in routes. */
  method: string
  /** Creates the account's user and logs it in. */
  owner: (harness: LoginWorld, appId: string) => Promise<Owner>
  issue: (harness: LoginWorld, purpose: Purpose, owner: Owner) => Promise<Proof>
  /** The code with which a credential of another purpose or session is refused. */
  refusal: string
}

/** A login has no session. */
const tokenFor = (purpose: Purpose, { token }: Owner) => (purpose === 'login' ? undefined : token)

const logIn = async (harness: LoginWorld, method: string, body: Proof): Promise<string> => {
  const answer = await harness.server.send('POST', `/user/login-${method}`, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.token as string
}

/** The first login creates the user. */
const byLogin =
  (method: string, issue: PurposeFixture['issue']): PurposeFixture['owner'] =>
  async (harness, appId) => {
    const proof = await issue(harness, 'login', { appId, token: '' })
    return { appId, token: await logIn(harness, method, { appId, ...proof }) }
  }

const fixtureOf = (name: string, method: string, refusal: string, issue: PurposeFixture['issue']): PurposeFixture => ({
  name,
  method,
  refusal,
  issue,
  owner: byLogin(method, issue),
})

const emailCode: PurposeFixture['issue'] = async (harness, purpose, owner) => {
  const [email, after] = ['owner@example.com', Date.now()]
  await harness.server.as(tokenFor(purpose, owner)).login.emailStart({ appId: owner.appId, email, purpose })
  const { code } = await harness.world.outbox.waitFor(email, after)
  return { email, code }
}

const signature =
  (chain: 'ethereum' | 'solana', wallet: TestWallet): PurposeFixture['issue'] =>
  async (harness, purpose, owner) => {
    const challengeInput = { appId: owner.appId, chain, address: wallet.address, uri: pageOrigin, purpose }
    const { message } = await harness.server.as(tokenFor(purpose, owner)).login.challenge(challengeInput)
    const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
    return { [field]: wallet.address, message, signature: await wallet.sign(message) }
  }

/** The fields that a redirect returns to the page. */
export const redirected =
  (provider: RedirectProvider, mode: 'code' | 'token'): PurposeFixture['issue'] =>
  async (harness, purpose, { appId, token }) => {
    const ticket =
      purpose === 'login' ? {} : await harness.server.as(token).account.redirectTicket({ provider, purpose })
    const { searchParams } = await harness.redirectLogin(provider, { appId, mode, ...ticket })
    return { token: searchParams.get(mode === 'code' ? 'code' : 'access_token') }
  }

const page = { origin: pageOrigin, rpId: 'localhost' }

/** A passkey is bound by a registration; its owner has it from the start. */
const passkey = (): PurposeFixture => {
  let device = authenticator()
  const issue: PurposeFixture['issue'] = async (harness, purpose, owner) => {
    const calls = harness.server.as(owner.token || undefined).passkeys
    if (purpose === 'bind') {
      const { challenge } = await calls.registerOptions({ uri: pageOrigin })
      return { response: authenticator().create({ challenge: challenge as string, ...page }) }
    }
    const { challenge } = await calls.loginOptions({ appId: owner.appId, uri: pageOrigin, purpose })
    return { response: device.get({ challenge: challenge as string, ...page }) }
  }
  const owner: PurposeFixture['owner'] = async (harness, appId) => {
    device = authenticator()
    await harness.admin.apps.update({ id: appId, credentialDelaySeconds: 0 })
    const registered = { appId, username: 'passkey owner', password: 'of the owner', type: 'register' }
    const token = await logIn(harness, 'username', registered)
    const { challenge } = await harness.server.as(token).passkeys.registerOptions({ uri: pageOrigin })
    const response = device.create({ challenge: challenge as string, ...page })
    await harness.server.as(token).passkeys.registerVerify({ response })
    return { appId, token }
  }
  return { name: 'passkey', method: 'passkey', owner, issue, refusal: 'passkey_refused' }
}

export const purposeFixtures: PurposeFixture[] = [
  fixtureOf('email', 'email', 'email_code_incorrect', emailCode),
  fixtureOf('ethereum', 'ethereum', 'challenge_invalid', signature('ethereum', ethereumWallet())),
  fixtureOf('solana', 'solana', 'challenge_invalid', signature('solana', solanaWallet())),
  passkey(),
  ...redirectProviders.flatMap((provider) =>
    (['code', 'token'] as const).map((mode) =>
      fixtureOf(`${provider} redirect, ${mode}`, provider, 'token_refused', redirected(provider, mode)),
    ),
  ),
]

/** Every purpose of issue with every purpose of use. */
export const pairs: [Purpose, Purpose][] = purposes.flatMap((issued) =>
  purposes.map((spent): [Purpose, Purpose] => [issued, spent]),
)

const passkeyCalls = {
  login: '/user/passkeys/login/verify',
  bind: '/user/passkeys/register/verify',
}

/** Uses a credential for a purpose; 200, or the code of the refusal. */
export const spend = async (
  harness: LoginWorld,
  method: string,
  purpose: Purpose,
  { appId, token }: Owner,
  proof: Proof,
): Promise<number | string> => {
  const send = async (path: string, body: Proof, as?: string) => {
    const answer = await harness.server.send('POST', path, { body, token: as })
    return answer.status === 200 ? 200 : (answer.body.code as string)
  }
  if (purpose === 'reauthenticate') return send('/user/reauthenticate', { proof: { method, ...proof } }, token)
  const path = method === 'passkey' ? passkeyCalls[purpose] : `/user/${purpose}-${method}`
  return purpose === 'login' ? send(path, { appId, ...proof }) : send(path, proof, token)
}
