import { type EvmNetwork, evmNetworks } from '@openauth/client'
import type { AccountState } from '../../../../lib/ethereum/account.ts'
import type { BuiltTransfer } from '../../../../lib/ethereum/build.ts'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import { createEvmRpc, type EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { evmReads } from './reads.ts'
import { evmTrials } from './trials.ts'
import { monitorEthereum } from './monitor.ts'
import { evmSends, type Payment } from './send-token.ts'

export const evm: ChainAdapter<EvmRpc, Payment, BuiltTransfer, AccountState> = {
  ...evmSends,
  ...evmReads,
  ...evmTrials,
  networks: evmNetworks,
  connect: ({ network, ...endpoint }) => createEvmRpc({ ...endpoint, chain: evmChains[network as EvmNetwork] }),
  probe: (rpc) => rpc.call('eth_blockNumber', []),
  monitor: monitorEthereum,
}
