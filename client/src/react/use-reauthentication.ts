import { useCallback, useEffect, useMemo } from 'react'
import type { account } from '../contract/account.ts'
import type { CallInput } from '../contract/route.ts'
import { useSession, useSessionState } from './context.ts'
import { type EthereumProvider, signEthereumChallenge } from './ethereum.ts'
import { assertPasskey } from './passkey.ts'
import { signSolanaChallenge, type SolanaWallet } from './solana.ts'
import { useAction } from './use-action.ts'

type Shown = CallInput<typeof account.reauthenticate>

/**
 * The dialog for calls that need a reauthentication: while a component with this hook is on the page, such a call waits, with
 * `isAsked` true, until the user has confirmed that it is them, and then goes on by itself. `cancel` gives it up; it
 * rejects with `reauthentication_required`. Without such a component calls reject at once.
 *
 * Every action resolves to whether it worked and never rejects; why it did not is in `error`.
 */
export const useReauthentication = () => {
  const session = useSession()
  const { question } = useSessionState(session)
  const { run, isPending, error, reset } = useAction()
  useEffect(() => session.reauthentication.offer(), [session])
  const actions = useMemo(() => {
    const by = (shown: () => Promise<Shown> | Shown) =>
      run(async () => {
        const { token } = await session.client.account.reauthenticate(await shown())
        session.getState().question?.answer(token)
      })
    return {
      password: (password: string) => by(() => ({ password })),
      proof: (proof: NonNullable<Shown['proof']>) => by(() => ({ proof })),
      passkey: () => by(async () => ({ proof: { method: 'passkey', response: await assertPasskey(session) } })),
      ethereum: (wallet: EthereumProvider) =>
        by(async () => ({ proof: { method: 'ethereum', ...(await signEthereumChallenge(session, wallet)) } })),
      solana: (wallet: SolanaWallet) =>
        by(async () => ({ proof: { method: 'solana', ...(await signSolanaChallenge(session, wallet)) } })),
    }
  }, [session, run])
  const cancel = useCallback(() => {
    reset()
    session.getState().question?.answer(null)
  }, [session, reset])
  return useMemo(
    () => ({ isAsked: question !== null, ...actions, cancel, isPending, error }),
    [question, actions, cancel, isPending, error],
  )
}
