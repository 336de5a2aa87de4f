import type { WalletCalls } from './calls.ts'
import type { Decision, Prompts } from './prompts.ts'
import { failed, failedBy, type Payload, refusals } from './refusals.ts'

/**
 * Whether the dapp has the wallet's address. A disconnect by the dapp ends this for its frame only: the user's
 * permission stays stored, and is revoked in the wallet.
 */
export const createConnection = (calls: WalletCalls, prompts: Prompts) => {
  let isConnected = false
  let asking: Promise<Decision> | undefined

  const decide = async (): Promise<Decision> => {
    if (isConnected || (await calls.isAllowed().catch(() => false))) return 'approved'
    // Adapters that timed out ask again: one answer is sent for all pending requests.
    asking ??= prompts.ask({ kind: 'connect' }).finally(() => (asking = undefined))
    return asking
  }

  return {
    isConnected: (): boolean => isConnected,
    connect: async (): Promise<Payload> => {
      const publicKey = await calls.address()
      if (publicKey === undefined) return failed(refusals.loggedOut)
      const decision = await decide()
      if (decision !== 'approved') return failedBy(decision)
      // The user has permitted it, whether or not the server could store the permission.
      if (!isConnected) calls.remember().catch(() => {})
      isConnected = true
      return { publicKey }
    },
    disconnect: (): Payload => {
      isConnected = false
      return {}
    },
  }
}
