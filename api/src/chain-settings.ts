import { type EvmNetwork, evmNetworks, type Network, networks } from '@openauth/client/light'
import * as z from 'zod'
import { evmChains } from './lib/ethereum/chains.ts'
import type { PriceSettings } from './lib/prices.ts'
import { VARA_DEFAULT_RPC_URLS } from './lib/vara/network.ts'
import { constantCase, list, type Rule, url, wholeNumber } from './parse-environment.ts'

/** Chain nodes, or `off` to disable sends on the chain. */
const rpcUrls = (standard: readonly string[]) =>
  list
    .transform((items) => (items.length === 1 && items[0] === 'off' ? [] : items))
    .refine(
      (items) => items.every((item) => URL.canParse(item) && /^https?:/.test(item)),
      'must be http or https addresses separated by commas, or off',
    )
    .default([...standard])

interface Endpoints {
  variable: string
  /** Public endpoints, until the operator names others. */
  standard: readonly string[]
}

/** `bscTestnet` → `OPENAUTH_EVM_BSC_TESTNET_RPC_URLS` */
const ofEvm = (name: EvmNetwork): [EvmNetwork, Endpoints] => [
  name,
  { variable: `OPENAUTH_EVM_${constantCase(name)}_RPC_URLS`, standard: evmChains[name].rpcUrls },
]

/** The endpoints of each network. */
const endpoints: Record<Network, Endpoints> = {
  ...(Object.fromEntries(evmNetworks.map(ofEvm)) as Record<EvmNetwork, Endpoints>),
  solana: { variable: 'OPENAUTH_SOLANA_RPC_URLS', standard: ['https://api.mainnet-beta.solana.com'] },
  // https://wiki.vara.network/docs/api/connect
  vara: { variable: 'OPENAUTH_VARA_RPC_URLS', standard: VARA_DEFAULT_RPC_URLS },
}

/** The variables of chain nodes and token prices. */
export const chainVariables = {
  ...Object.fromEntries(Object.values(endpoints).map(({ variable, standard }) => [variable, rpcUrls(standard)])),
  OPENAUTH_EVM_LOGIN_RPC_URL: url(/^https?$/, 'https://ethereum-rpc.example.com').optional(),
  OPENAUTH_EVM_LOGIN_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
  OPENAUTH_PRICE_URL: url(/^https?$/, 'https://api.coingecko.com/api/v3')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  OPENAUTH_PRICE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without blanks')
    .optional(),
  OPENAUTH_PRICE_CURRENCY: z
    .string()
    .regex(/^[a-zA-Z]{3}$/, 'must be a currency of three letters, such as usd')
    .default('usd'),
}

type ChainVariables = z.output<z.ZodObject<typeof chainVariables>>

/** An API key without the address of its service is a mistake. */
export const requirePriceUrl: Rule<ChainVariables> = (env, reportProblem) => {
  if (env.OPENAUTH_PRICE_API_KEY !== undefined && env.OPENAUTH_PRICE_URL === undefined)
    reportProblem('OPENAUTH_PRICE_URL', 'must be set, since OPENAUTH_PRICE_API_KEY is')
}

/** The settings of chain nodes and token prices. */
export interface ChainSettings {
  /**
   * The chain on which signatures of contract wallets are verified (ERC-1271). No URL: contract wallets cannot log in.
   */
  evmLogin: { rpcUrl: string | undefined; chainId: number }
  /** The nodes that a call may name, by chain; the first is the default. None: the chain is off. */
  rpcUrls: Record<Network, string[]>
  /** The service for token prices; undefined: no prices are shown. */
  prices: PriceSettings | undefined
}

/** The chain settings, from the validated variables of the environment. */
export const chainSettingsOf = (env: ChainVariables): ChainSettings => ({
  evmLogin: { rpcUrl: env.OPENAUTH_EVM_LOGIN_RPC_URL, chainId: env.OPENAUTH_EVM_LOGIN_CHAIN_ID },
  rpcUrls: Object.fromEntries(
    networks.map((network) => [network, (env as Record<string, unknown>)[endpoints[network].variable]]),
  ) as Record<Network, string[]>,
  prices:
    env.OPENAUTH_PRICE_URL === undefined
      ? undefined
      : {
          url: env.OPENAUTH_PRICE_URL,
          apiKey: env.OPENAUTH_PRICE_API_KEY,
          currency: env.OPENAUTH_PRICE_CURRENCY.toUpperCase(),
        },
})
