import type { SolanaSendToken } from '@openauth/client'
import { broadcast } from '../../../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { Sender } from '../../owner.ts'
import type { ChainSends } from '../../adapter.ts'
import { withBroadcastErrors } from '../../errors.ts'
import { send } from '../../send.ts'
import { impactOf } from './impact.ts'
import { type Payment, prepareSend, type PreparedSend, SOL } from './prepare-send.ts'
import type { TransferNeeds } from '../../needs.ts'

/** Sends of SOL or an SPL token. A transaction is identified by its signature and expires with its blockhash. */
export const solanaSends: ChainSends<SolanaRpc, Payment, PreparedSend, undefined> = {
  build: prepareSend,
  // The simulation tells whether the balance suffices.
  readAccount: () => Promise.resolve(undefined),
  impact: ({ inspected }, { from, rpcUrl }) => impactOf(inspected, from, rpcUrl),
  sign: async ({ signer }, _tx, { wallet, built: { unsigned } }) => {
    const { signature, transaction } = await signer.solanaTransaction(wallet, unsigned.transaction)
    const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
    const { lastValidBlockHeight, fee, decimals } = unsigned
    return {
      signature,
      signed,
      validUntil: BigInt(lastValidBlockHeight),
      maxFee: fee.toString(),
      ...(decimals === undefined ? {} : { decimals }),
    }
  },
  broadcast: async (rpc, signed) => {
    await withBroadcastErrors(broadcast(rpc, Buffer.from(signed).toString('base64')))
    return { outcome: 'sent' }
  },
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
