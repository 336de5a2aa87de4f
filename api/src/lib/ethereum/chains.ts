import { type EvmNetwork, evmNetworks, networkFacts } from '@openauth/client/light'

export const EVM_CHAIN_NAMES = evmNetworks
export type EvmChainName = EvmNetwork

export interface EvmChain {
  name: EvmChainName
  /** EIP-155 */
  chainId: number
  symbol: string
  /** Decimals of the native currency: 18 on every chain, so its smallest unit is the wei. */
  decimals: number
  /** False: gasPrice only. True: EIP-1559, unless the chain's latest block has no base fee. */
  eip1559: boolean
  /** Public, rate limited and without guarantees; operators in production configure others. */
  rpcUrls: readonly string[]
  /** Number of blocks, including the transaction's own, after which an outcome is final. */
  finalAfter: number
  /** Wei: the maximum price for a unit of gas, whatever the endpoint suggests. */
  maxFeePerGas: bigint
  /** The contract that returns what an OP Stack rollup charges for its data on Ethereum, in addition to gas. */
  dataFeeOracle?: string
}

const named = (name: EvmChainName): Pick<EvmChain, 'name' | 'symbol' | 'decimals'> => {
  const { symbol, decimals } = networkFacts[name]
  return { name, symbol, decimals }
}

const gwei = (amount: number): bigint => BigInt(amount) * 10n ** 9n

/** The same on every OP Stack chain. https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle */
const DATA_FEE_ORACLE = '0x420000000000000000000000000000000000000F'

/**
 * Sources, by chain: https://chainlist.org and https://publicnode.com (Ethereum),
 * https://docs.bnbchain.org/bnb-smart-chain/developers/json_rpc/json-rpc-endpoint/,
 * https://docs.base.org/get-started/connect-to-base, https://docs.moonbeam.network/learn/platform/networks/moonbeam/.
 * Finality: two epochs of 32 slots (Ethereum, https://ethereum.org/developers/docs/consensus-mechanisms/pos/#finality);
 * BSC finalizes within a few blocks since BEP-126 with blocks of less than a second, so the value is five minutes of
 * blocks; Base: half an hour of 2-second blocks, after which the batch on Ethereum is final (
 * https://docs.base.org/base-chain/network-information/transaction-finality); Moonbeam by the relay chain, within a
 * minute. Fee ceilings: several times what has been usual in the busiest hours.
 */
export const evmChains: Record<EvmChainName, EvmChain> = {
  mainnet: {
    ...named('mainnet'),
    chainId: 1,
    eip1559: true,
    rpcUrls: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
    finalAfter: 64,
    maxFeePerGas: gwei(1000),
  },
  sepolia: {
    ...named('sepolia'),
    chainId: 11_155_111,
    eip1559: true,
    rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
    finalAfter: 64,
    maxFeePerGas: gwei(10_000),
  },
  bsc: {
    ...named('bsc'),
    chainId: 56,
    eip1559: true,
    rpcUrls: ['https://bsc-dataseed.bnbchain.org', 'https://bsc-rpc.publicnode.com'],
    finalAfter: 400,
    maxFeePerGas: gwei(100),
  },
  bscTestnet: {
    ...named('bscTestnet'),
    chainId: 97,
    eip1559: true,
    rpcUrls: ['https://data-seed-prebsc-1-s1.bnbchain.org:8545', 'https://bsc-testnet-rpc.publicnode.com'],
    finalAfter: 400,
    maxFeePerGas: gwei(1000),
  },
  base: {
    ...named('base'),
    chainId: 8453,
    eip1559: true,
    rpcUrls: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
    finalAfter: 900,
    maxFeePerGas: gwei(500),
    dataFeeOracle: DATA_FEE_ORACLE,
  },
  baseSepolia: {
    ...named('baseSepolia'),
    chainId: 84_532,
    eip1559: true,
    rpcUrls: ['https://sepolia.base.org', 'https://base-sepolia-rpc.publicnode.com'],
    finalAfter: 900,
    maxFeePerGas: gwei(10_000),
    dataFeeOracle: DATA_FEE_ORACLE,
  },
  moonbeam: {
    ...named('moonbeam'),
    chainId: 1284,
    eip1559: true,
    rpcUrls: ['https://rpc.api.moonbeam.network', 'https://moonbeam.public.blastapi.io'],
    finalAfter: 20,
    maxFeePerGas: gwei(10_000),
  },
}
