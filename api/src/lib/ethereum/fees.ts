import * as z from 'zod'
import { EthereumError, EvmRpcError } from './errors.ts'
import { readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'

/** Wei for a unit of gas: EIP-1559's two, or the one price of chains without a base fee. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }

export interface FeeOptions {
  /** Percentile of the tips in the last blocks, weighted by gas: 50 is usual, 90 for faster inclusion. */
  percentile?: number
}

const BLOCKS = 10
/** Twice the base fee covers five full blocks in a row: each may add an eighth (EIP-1559). */
const HEADROOM = 2n
/** geth's default minimum tip, 0.001 gwei. https://geth.ethereum.org/docs/fundamentals/command-line-options */
const LEAST_TIP = 1_000_000n
/** The tip is at most this fraction of the chain's ceiling. */
const TIP_PART = 10n

const Block = z.object({ baseFeePerGas: z.string().nullish() })
const History = z.object({
  baseFeePerGas: z.array(z.string()).min(1),
  reward: z.array(z.array(z.string())).nullish(),
})

const parse = <T>(schema: z.ZodType<T>, value: unknown, method: string): T => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new EvmRpcError('malformed', `The RPC endpoint sent an unexpected response to ${method}`)
}

/** For methods that some endpoints lack. */
const orUndefined = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return (await call) ?? undefined
  } catch (error) {
    if (error instanceof EvmRpcError && error.kind === 'refused') return undefined
    throw error
  }
}

const atMost = (rpc: EvmRpc, price: bigint): bigint => {
  const { name, maxFeePerGas } = rpc.chain
  if (price <= maxFeePerGas) return price
  throw new EthereumError(
    'fee_too_high',
    `The network asks for ${price} wei per unit of gas, and the limit on ${name} is ${maxFeePerGas}; try later`,
  )
}

/** The median; blocks without transactions report 0 and are left out. */
const usualTip = ({ reward }: z.output<typeof History>): bigint => {
  const tips = (reward ?? []).map(([tip]) => readQuantity(tip, 'eth_feeHistory')).filter((tip) => tip > 0n)
  tips.sort((one, other) => Number(one - other))
  return tips[Math.floor(tips.length / 2)] ?? 0n
}

const legacyFees = async (rpc: EvmRpc): Promise<Fees> => ({
  gasPrice: atMost(rpc, readQuantity(await rpc.call('eth_gasPrice', []), 'eth_gasPrice')),
})

/**
 * Fees for inclusion in the next blocks. The tip is the greater of the last ten blocks' median and the node's
 * suggestion, at most a tenth of the chain's ceiling; the base fee counts twice. Throws EthereumError fee_too_high
 * where the network asks for more than the ceiling, and EvmRpcError.
 */
export const suggestFees = async (rpc: EvmRpc, { percentile = 50 }: FeeOptions = {}): Promise<Fees> => {
  if (!rpc.chain.eip1559) return legacyFees(rpc)
  const [latest, suggested, past] = await Promise.all([
    rpc.call('eth_getBlockByNumber', ['latest', false]),
    orUndefined(rpc.call('eth_maxPriorityFeePerGas', [])),
    orUndefined(rpc.call('eth_feeHistory', [`0x${BLOCKS.toString(16)}`, 'latest', [percentile]])),
  ])
  const { baseFeePerGas } = parse(Block, latest, 'eth_getBlockByNumber')
  if (baseFeePerGas === undefined || baseFeePerGas === null) return legacyFees(rpc)
  const history = past === undefined ? undefined : parse(History, past, 'eth_feeHistory')
  // The last entry is that of the next block.
  const baseFee = readQuantity(history?.baseFeePerGas.at(-1) ?? baseFeePerGas, 'the base fee')
  const wishes = [LEAST_TIP, history ? usualTip(history) : 0n]
  if (suggested !== undefined) wishes.push(readQuantity(suggested, 'eth_maxPriorityFeePerGas'))
  const ceiling = rpc.chain.maxFeePerGas
  const tip = least(greatest(...wishes), ceiling / TIP_PART)
  atMost(rpc, baseFee + tip)
  return { maxFeePerGas: least(baseFee * HEADROOM + tip, ceiling), maxPriorityFeePerGas: tip }
}

/**
 * Fees of a replacement with the same nonce: both parts an eighth higher, above the 10 % that geth and most other nodes
 * require, and at least `current`. Throws EthereumError fee_too_high at the chain's ceiling.
 * https://geth.ethereum.org/docs/fundamentals/command-line-options (txpool.pricebump)
 */
export const replacementFees = (rpc: EvmRpc, former: Fees, current: Fees): Fees => {
  const [was, is] = [bothOf(former), bothOf(current)]
  const maxFeePerGas = atMost(rpc, greatest(anEighthMore(was.maxFeePerGas), is.maxFeePerGas))
  if ('gasPrice' in current) return { gasPrice: maxFeePerGas }
  const maxPriorityFeePerGas = greatest(anEighthMore(was.maxPriorityFeePerGas), is.maxPriorityFeePerGas)
  return { maxFeePerGas: greatest(maxFeePerGas, maxPriorityFeePerGas), maxPriorityFeePerGas }
}

/** The maximum price of a unit of gas, in wei. */
export const highestPrice = (fees: Fees): bigint => bothOf(fees).maxFeePerGas

const bothOf = (fees: Fees) =>
  'gasPrice' in fees ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice } : fees
const anEighthMore = (price: bigint): bigint => price + price / 8n + 1n
const greatest = (...all: bigint[]): bigint => all.reduce((one, other) => (one > other ? one : other))
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
