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

/** The input of a login or bind call without the app's id. */
type Proof<R extends Route> = Omit<CallInput<R>, 'appId'>

/** The recipient of a code; the action adds the purpose. */
type EmailAddress = Omit<Proof<typeof login.emailStart>, 'purpose'>

/** An action; resolves to whether it succeeded. */
type Action<A extends unknown[]> = (...input: A) => Promise<boolean>

/** `redirect` leaves the page for the provider; `submit` takes a credential that the page obtained itself. */
type RedirectActions<T extends Record<RedirectProvider, Route>> = {
  [P in RedirectProvider]: { redirect: Action<[]>; submit: Action<[proof: Proof<T[P]>]> }
}
interface SharedActions {
  /** `redirect` takes the key of one of the app's connections. */
  oidc: { redirect: Action<[connection: string]>; submit: Action<[proof: Proof<typeof login.oidc>]> }
  /** `start` sends a code to the address, `submit` takes it back. */
  email: { start: Action<[input: EmailAddress]>; submit: Action<[proof: Proof<typeof login.email>]> }
  /** Default: the data that Telegram passed to this page. */
  telegram: { submit: Action<[data?: TelegramData]> }
  ethereum: { submit: Action<[wallet: EthereumProvider]> }
  solana: { submit: Action<[wallet: SolanaWallet]> }
}
export interface LoginActions extends RedirectActions<typeof login>, SharedActions {
  username: { submit: Action<[input: Proof<typeof login.username>]> }
  passkey: { submit: Action<[]> }
}
export interface BindActions extends RedirectActions<typeof bind>, SharedActions {
  /** Registers a new passkey under a name. */
  passkey: { submit: Action<[input?: { name?: string }]> }
}

const isRedirect = (method: LoginMethod): method is RedirectProvider =>
  redirectProviders.includes(method as RedirectProvider)

const telegramData = (data: TelegramData | undefined): TelegramData => {
  const found = data ?? readTelegramData()
  if (!found) throw new Error('This page has no Telegram user: open it in Telegram')
  return found
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

/** The actions of one method, for login or bind. */
export const actionsOf = (session: Session, kind: CallKind, method: LoginMethod, run: Run): object => {
  const submitting =
    <A extends unknown[]>(credentialOf: (...input: A) => object | Promise<object>) =>
    (...input: A) =>
      run(async () => {
        await submitProof(session, kind, method as ProofMethod, await credentialOf(...input))
        const refreshed = session.refresh()
        // A login is visible by the token alone; a bound identity is visible in the profile only.
        if (kind === 'bind') await refreshed
      })
  const submit = submitting((proof: object) => proof)
  if (isRedirect(method)) return { redirect: () => run(() => startRedirectLogin(session, kind, method)), submit }
  switch (method) {
    case 'email': {
      const start = (input: EmailAddress) =>
        run(() => session.client.login.emailStart({ appId: session.appId, ...input, purpose: kind }))
      return { start, submit }
    }
    case 'telegram':
      return { submit: submitting((data?: TelegramData) => ({ data: telegramData(data) })) }
    case 'ethereum':
      return { submit: submitting((wallet: EthereumProvider) => signEthereumChallenge(session, wallet, kind)) }
    case 'solana':
      return { submit: submitting((wallet: SolanaWallet) => signSolanaChallenge(session, wallet, kind)) }
    case 'oidc':
      return {
        redirect: (connection: string) => run(() => startRedirectLogin(session, kind, method, connection)),
        submit,
      }
    case 'passkey':
      return passkeyActions(session, kind, run)
    case 'username':
      return usernameActions(session, run)
  }
}
