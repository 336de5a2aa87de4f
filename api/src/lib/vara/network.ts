/** Decimals of amounts: 10^12 planck are 1 VARA. https://github.com/gear-tech/gear/blob/master/node/res/vara.json */
export const VARA_DECIMALS = 12
export const VARA_SYMBOL = 'VARA'

/** Prefix of Vara's addresses. https://github.com/paritytech/ss58-registry/blob/main/ss58-registry.json */
export const VARA_SS58_PREFIX = 137

/** Genesis hash of Vara's main network, as in @polkadot/networks (defaults/genesis). */
export const VARA_GENESIS_HASH = '0xfe1b4c55fd4d668101126434206571a7838a8b6b93a6d1b95d607e78e6c53763'

/**
 * The main network's public endpoints, over HTTP and WebSocket, as in Gear's own tools. The first has only the state of
 * recent blocks, the second all of it. https://github.com/gear-tech/gear/tree/master/utils/gear-replay-cli
 */
export const VARA_DEFAULT_RPC_URLS = ['https://rpc.vara.network', 'https://archive-rpc.vara.network'] as const
