import type { VaraBalance } from '../../../../lib/vara/balances.ts'
import type { BuiltExtrinsic } from '../../../../lib/vara/build.ts'
import { createVaraRpc, type VaraRpc } from '../../../../lib/vara/rpc.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { varaReads } from './reads.ts'
import { varaTrials } from './trials.ts'
import { monitorVara } from './monitor.ts'
import { type VaraMessage, varaSends } from './send.ts'

export const vara: ChainAdapter<VaraRpc, VaraMessage, BuiltExtrinsic, VaraBalance> = {
  ...varaSends,
  ...varaReads,
  ...varaTrials,
  networks: ['vara'],
  connect: ({ url, acceptChain, trustForMs }) => createVaraRpc({ url, acceptChain, trustForMs }),
  probe: (rpc) => rpc.call('chain_getHeader', []),
  monitor: monitorVara,
}
