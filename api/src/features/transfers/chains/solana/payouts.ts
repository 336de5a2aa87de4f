import { randomInt } from 'node:crypto'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { UnsignedTransaction } from '../../../../lib/solana/unsigned.ts'
import type { ChainPayouts } from '../../adapter.ts'
import { buildLimits, signUnsigned, submitSigned } from './sign-unsigned.ts'

/** The chain's libraries are imported with the first payment: they take half a second and 20 MB. */
const library = () => import('../../../../lib/solana/build-payouts.ts')

/** Payments in an SPL token that withholds no fee. */
export const solanaPayouts: ChainPayouts<SolanaRpc, UnsignedTransaction> = {
  // With new token accounts for all, 8 fit into the 1,232 bytes of a packet.
  most: 8,
  decimalsOf: async (rpc, token) => (await (await library()).readPayoutMint(rpc, token)).mint.decimals,
  held: async (rpc, address, token) => {
    const { readHeld } = await import('../../../../lib/solana/held.ts')
    const { lamports, units } = await readHeld(rpc, address, token)
    return { native: lamports, units }
  },
  plan: async (rpc, order) => {
    const { maxPriorityFee, extraUnits } = buildLimits
    const plan = await (
      await library()
    ).buildPayouts(rpc, { ...order, maxPriorityFee, extraUnits: randomInt(extraUnits) })
    if (plan.kind !== 'built') return plan
    const { simulateTransaction } = await import('../../../../lib/solana/simulate.ts')
    const { failure } = await simulateTransaction(rpc, plan.unsigned.transaction, order.from)
    return failure ? { kind: 'fails' } : plan
  },
  sign: signUnsigned,
  broadcast: submitSigned,
}
