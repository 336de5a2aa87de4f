/** Of amounts: 10^12 planck are 1 VARA. https://github.com/gear-tech/gear/blob/master/node/res/vara.json */
export const VARA_DECIMALS = 12
export const VARA_SYMBOL = 'VARA'

/** Of Vara's addresses. https://github.com/paritytech/ss58-registry/blob/main/ss58-registry.json */
export const VARA_SS58_PREFIX = 137

/** Of Vara's main network; @polkadot/networks (defaults/genesis) and every wallet have the same. */
export const VARA_GENESIS_HASH = '0xfe1b4c55fd4d668101126434206571a7838a8b6b93a6d1b95d607e78e6c53763'

/**
 * The main network's public endpoints, which answer HTTP as well as WebSocket: what Gear's own tools use. The first keeps
 * the state of recent blocks only, the second of all. https://github.com/gear-tech/gear/tree/master/utils/gear-replay-cli
 */
export const VARA_DEFAULT_RPC_URLS = ['https://rpc.vara.network', 'https://archive-rpc.vara.network'] as const
