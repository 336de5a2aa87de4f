import { NATIVE } from '@openauth/client'
import { Problem } from '../../../../errors.ts'
import type { VaraRpc } from '../../../../lib/vara/rpc.ts'
import type { ChainTrials } from '../../adapter.ts'
import { impactOf, type VaraMessage } from './send.ts'

export const varaTrials: ChainTrials<VaraRpc, VaraMessage> = {
  paymentOf: ({ recipient: destination, amount: value, token }) => {
    if (token === null) return { kind: 'message', destination, payload: '0x', value }
    throw new Problem('invalid_input', { issues: [{ path: 'token', message: `must be ${NATIVE} on Vara` }] })
  },
  unaskedImpact: async (_rpc, message, { rpcUrl }) => {
    const { parseVaraAmount, readVaraId } = await import('./library.ts')
    const target =
      message.kind === 'message'
        ? readVaraId(message.destination, 'destination')
        : readVaraId(message.replyToId, 'message')
    return impactOf({ kind: message.kind, target, value: parseVaraAmount(message.value ?? '0'), maxFee: 0n }, rpcUrl)
  },
}
