import { useCallback, useEffect, useMemo } from 'react'
import type { account } from '../contract/account.ts'
import type { CallInput } from '../contract/route.ts'
import { useSession, useSessionState } from './context.ts'
import { type EthereumProvider, signEthereumChallenge } from './ethereum.ts'
import { assertPasskey } from './passkey.ts'
import { signSolanaChallenge, type SolanaWallet } from './solana.ts'
import { useAction } from './use-action.ts'

const PURPOSE = 'reauthenticate'

type ReauthenticationInput = CallInput<typeof account.reauthenticate>

/**
 * State and actions of a dialog for reauthentication. While a component with this hook is mounted, a call that needs a
 * reauthentication waits with `isAsked` true until an action succeeds, and then continues. After `cancel` it rejects with
 * `reauthentication_required`, as it does at once without such a component.
 *
 * Every action resolves to whether it succeeded and never rejects; `error` has the reason of a failure.
 */
export const useReauthentication = () => {
  const session = useSession()
  const { pendingReauthentication } = useSessionState(session)
  const { run, isPending, error, reset } = useAction()
  useEffect(() => session.registerReauthenticationDialog(), [session])
  const actions = useMemo(() => {
    const reauthenticate = (readInput: () => Promise<ReauthenticationInput> | ReauthenticationInput) =>
      run(async () => {
        const { token } = await session.client.account.reauthenticate(await readInput())
        session.getState().pendingReauthentication?.resolve(token)
      })
    return {
      password: (password: string) => reauthenticate(() => ({ password })),
      proof: (proof: NonNullable<ReauthenticationInput['proof']>) => reauthenticate(() => ({ proof })),
      passkey: () =>
        reauthenticate(async () => ({ proof: { method: 'passkey', response: await assertPasskey(session, PURPOSE) } })),
      ethereum: (wallet: EthereumProvider) =>
        reauthenticate(async () => ({
          proof: { method: 'ethereum', ...(await signEthereumChallenge(session, wallet, PURPOSE)) },
        })),
      solana: (wallet: SolanaWallet) =>
        reauthenticate(async () => ({
          proof: { method: 'solana', ...(await signSolanaChallenge(session, wallet, PURPOSE)) },
        })),
    }
  }, [session, run])
  const cancel = useCallback(() => {
    reset()
    session.getState().pendingReauthentication?.resolve(null)
  }, [session, reset])
  return useMemo(
    () => ({ isAsked: pendingReauthentication !== null, ...actions, cancel, isPending, error }),
    [pendingReauthentication, actions, cancel, isPending, error],
  )
}
