import type { SolanaSendToken } from '@openauth/client'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { Sender } from '../../owner.ts'
import type { ChainSends } from '../../adapter.ts'
import { withBroadcastErrors } from '../../errors.ts'
import { send } from '../../send.ts'
import { impactOf } from './impact.ts'
import { type Payment, prepareSend, type PreparedSend, SOL } from './prepare-send.ts'
import { signUnsigned, submitSigned } from './sign-unsigned.ts'
import type { TransferNeeds } from '../../needs.ts'

/** Sends of SOL or an SPL token. */
export const solanaSends: ChainSends<SolanaRpc, Payment, PreparedSend, undefined> = {
  build: prepareSend,
  // The simulation tells whether the balance suffices.
  readAccount: () => Promise.resolve(undefined),
  impact: ({ inspected }, { from, rpcUrl }) => impactOf(inspected, from, rpcUrl),
  sign: async (deps, _tx, { wallet, built: { unsigned } }) => {
    const { decimals } = unsigned
    return { ...(await signUnsigned(deps, wallet, unsigned)), ...(decimals === undefined ? {} : { decimals }) }
  },
  broadcast: (rpc, signed) => withBroadcastErrors(submitSigned(rpc, signed)),
}

/** Sends SOL or an SPL token. */
export const sendToken = (
  deps: TransferNeeds,
  sender: Sender,
  input: SolanaSendToken,
): Promise<{ signature: string }> => {
  const { rpcUrl, address, token, amount, idempotencyKey } = input
  return send(deps, solanaSends, sender, {
    network: 'solana',
    rpcUrl,
    kind: 'transfer',
    payment: { address, token, amount },
    columns: { toAddress: address, amount, token: token === SOL ? null : token },
    fields: { address, token, amount, idempotencyKey },
  })
}
