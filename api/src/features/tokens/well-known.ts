import { type Network, NATIVE } from '@openauth/client'

/** A token that is vouched for. */
export interface VouchedToken {
  symbol: string
  name: string
  iconUrl: string | null
  /** By which the price source knows it: CoinGecko's id. */
  priceId: string | null
  /** Of a well-known token that is not a chain's own: those are a fact of the network. */
  decimals?: number
}

const token = (symbol: string, name: string, priceId: string | null): VouchedToken => ({
  symbol,
  name,
  priceId,
  iconUrl: null,
})

const usdc = { ...token('USDC', 'USD Coin', 'usd-coin'), decimals: 6 }
const usdt = { ...token('USDT', 'Tether USD', 'tether'), decimals: 6 }
const ether = token('ETH', 'Ether', 'ethereum')
const testEther = token('ETH', 'Test Ether', null)

/**
 * The chains' own tokens, and the stablecoins by the addresses that their issuers publish, as `network:address`. An app's
 * own list wins. https://developers.circle.com/stablecoins/usdc-contract-addresses https://tether.to/en/supported-protocols
 */
export const wellKnownTokens: ReadonlyMap<string, VouchedToken> = new Map(
  Object.entries({
    [`solana:${NATIVE}`]: token('SOL', 'Solana', 'solana'),
    'solana:So11111111111111111111111111111111111111112': {
      ...token('WSOL', 'Wrapped SOL', 'solana'),
      decimals: 9,
    },
    'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v': usdc,
    'solana:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCE8BenwNYB': usdt,
    [`mainnet:${NATIVE}`]: ether,
    'mainnet:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': usdc,
    'mainnet:0xdac17f958d2ee523a2206206994597c13d831ec7': usdt,
    [`base:${NATIVE}`]: ether,
    'base:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': usdc,
    [`bsc:${NATIVE}`]: token('BNB', 'BNB', 'binancecoin'),
    [`moonbeam:${NATIVE}`]: token('GLMR', 'Glimmer', 'moonbeam'),
    [`sepolia:${NATIVE}`]: testEther,
    [`baseSepolia:${NATIVE}`]: testEther,
    [`bscTestnet:${NATIVE}`]: token('BNB', 'Test BNB', null),
    [`vara:${NATIVE}`]: token('VARA', 'Vara', 'vara-network'),
  } satisfies Record<`${Network}:${string}`, VouchedToken>),
)

/** Names that no token may go by that is not known, beside those of the tokens above. */
export const reservedNames = [
  'Ethereum',
  'WETH',
  'Wrapped Ether',
  'Vara Network',
  'Tether',
  'USD',
  'Dollar',
  'BTC',
  'Bitcoin',
  'WBTC',
  'Wrapped Bitcoin',
  'EURC',
  'DAI',
  'PYUSD',
  'WBNB',
  'Moonbeam',
  'SONIC',
]
