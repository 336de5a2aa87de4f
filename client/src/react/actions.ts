import type { bind } from '../contract/bind.ts'
import type { login } from '../contract/login.ts'
import { type LoginMethod, redirectProviders, type RedirectProvider } from '../contract/providers.ts'
import type { CallInput, Route } from '../contract/route.ts'
import { submitProof, type CallKind, type ProofMethod } from './submit-proof.ts'
import { type EthereumProvider, signEthereumChallenge } from './ethereum.ts'
import { logInWithPasskey, registerPasskey } from './passkey.ts'
import { startRedirectLogin } from './redirect.ts'
import type { Session } from './session.ts'
import { signSolanaChallenge, type SolanaWallet } from './solana.ts'
import { readTelegramData, type TelegramData } from './telegram.ts'
import type { Run } from './use-action.ts'

/** What a caller shows of itself: the input of a call without the app's id. */
type Proof<R extends Route> = Omit<CallInput<R>, 'appId'>

/** Each resolves to whether it worked. */
type Act<A extends unknown[]> = (...input: A) => Promise<boolean>

/** `redirect` leaves the page for the provider; `submit` takes a proof that the page got by itself. */
type RedirectActions<T extends Record<RedirectProvider, Route>> = {
  [P in RedirectProvider]: { redirect: Act<[]>; submit: Act<[proof: Proof<T[P]>]> }
}
interface SharedActions {
  /** `start` sends a code to the address, `submit` takes it back. */
  email: { start: Act<[input: Proof<typeof login.emailStart>]>; submit: Act<[proof: Proof<typeof login.email>]> }
  /** Without data, what Telegram told this page. */
  telegram: { submit: Act<[data?: TelegramData]> }
  ethereum: { submit: Act<[wallet: EthereumProvider]> }
  solana: { submit: Act<[wallet: SolanaWallet]> }
}
export interface LoginActions extends RedirectActions<typeof login>, SharedActions {
  username: { submit: Act<[input: Proof<typeof login.username>]> }
  passkey: { submit: Act<[]> }
}
export interface BindActions extends RedirectActions<typeof bind>, SharedActions {
  /** Registers a new passkey; the name tells it from others. */
  passkey: { submit: Act<[input?: { name?: string }]> }
}

const isRedirect = (method: LoginMethod): method is RedirectProvider =>
  redirectProviders.includes(method as RedirectProvider)

const telegramData = (data: TelegramData | undefined): TelegramData => {
  const told = data ?? readTelegramData()
  if (!told) throw new Error('Telegram has told this page of no user: open it in Telegram')
  return told
}

const passkeyActions = (session: Session, kind: CallKind, run: Run) => ({
  submit: (input?: { name?: string }) =>
    run(async () => {
      if (kind === 'bind') return registerPasskey(session, input?.name)
      session.signIn(await logInWithPasskey(session), 'passkey')
      void session.refresh()
    }),
})

const usernameActions = (session: Session, run: Run) => ({
  submit: (input: Proof<typeof login.username>) =>
    run(async () => {
      const { token } = await session.client.login.username({ appId: session.appId, ...input })
      session.signIn(token, 'username')
      void session.refresh()
    }),
})

/** The actions of one method, for a login or to bind. */
export const actionsOf = (session: Session, kind: CallKind, method: LoginMethod, run: Run): object => {
  const submitting =
    <A extends unknown[]>(credentialOf: (...input: A) => object | Promise<object>) =>
    (...input: A) =>
      run(async () => {
        await submitProof(session, kind, method as ProofMethod, await credentialOf(...input))
        const refreshed = session.refresh()
        // A login shows by the token alone; what is bound shows in the profile.
        if (kind === 'bind') await refreshed
      })
  const asGiven = submitting((proof: object) => proof)
  if (isRedirect(method))
    return { redirect: () => run(async () => startRedirectLogin(session, kind, method)), submit: asGiven }
  switch (method) {
    case 'email': {
      const start = (input: Proof<typeof login.emailStart>) =>
        run(() => session.client.login.emailStart({ appId: session.appId, ...input }))
      return { start, submit: asGiven }
    }
    case 'telegram':
      return { submit: submitting((data?: TelegramData) => ({ data: telegramData(data) })) }
    case 'ethereum':
      return { submit: submitting((wallet: EthereumProvider) => signEthereumChallenge(session, wallet)) }
    case 'solana':
      return { submit: submitting((wallet: SolanaWallet) => signSolanaChallenge(session, wallet)) }
    case 'passkey':
      return passkeyActions(session, kind, run)
    case 'username':
      return usernameActions(session, run)
  }
}
