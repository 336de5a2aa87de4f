import * as z from 'zod'
import { createSolanaRpc, type SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { solanaReads } from './reads.ts'
import { solanaTrials } from './trials.ts'
import { monitorSolana } from './monitor.ts'
import { solanaPayouts } from './payouts.ts'
import type { Payment, PreparedSend } from './prepare-send.ts'
import { solanaSends } from './send-token.ts'

export const solana: ChainAdapter<SolanaRpc, Payment, PreparedSend, undefined> = {
  ...solanaSends,
  ...solanaReads,
  ...solanaTrials,
  networks: ['solana'],
  connect: ({ url, acceptChain, trustForMs }) => createSolanaRpc({ url, acceptChain, recheckMs: trustForMs }),
  probe: (rpc) => rpc.call('getSlot', [], z.number()),
  monitor: monitorSolana,
  payouts: solanaPayouts,
}
