import { readAddress, readAmount } from './amounts.ts'
import { dataFee } from './data-fee.ts'
import { erc20, simulateTransfer, tokenBalance, tokenDecimals } from './erc20.ts'
import { EthereumError, EvmRpcError } from './errors.ts'
import { type Fees, highestPrice, suggestFees } from './fees.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { isExecutionError, revertReason } from './revert.ts'
import type { EvmRpc } from './rpc.ts'
import type { UnsignedTransaction } from './transaction.ts'

export interface TransferRequest {
  from: string
  to: string
  /** Decimal digits, smallest units: wei, or the token's. */
  amount: string
  /** The ERC-20 contract; the native currency without it. */
  token?: string | undefined
  /** A nonce that the caller has not assigned to another transaction; `nextNonce` is the lowest possible. */
  nonce: number
  /** For a replacement; otherwise fetched from the node. */
  fees?: Fees
}

export interface BuiltTransfer {
  transaction: UnsignedTransaction
  /** Maximum fee in wei, on a rollup including the estimate of its data fee. */
  maxFee: bigint
  /** Decimals of the transferred currency. */
  decimals: number
}

type Call = { from: string; to: string; value: bigint; data: string }

/** Gas of a payment that runs no code at the recipient. */
const PLAIN_GAS = 21_000n
/** Gas limit of a transfer. A higher estimate suggests an endpoint or token that wastes the fee. */
const MAX_GAS = 2_000_000n

const insufficient = (what: string, needed: bigint, has: bigint): EthereumError =>
  new EthereumError('insufficient_balance', `The wallet lacks ${what}: it needs ${needed} and has ${has}`)

const estimateGas = async (rpc: EvmRpc, { from, to, value, data }: Call): Promise<bigint> => {
  try {
    const answer = await rpc.call('eth_estimateGas', [{ from, to, value: toQuantity(value), data }])
    const gas = readQuantity(answer, 'eth_estimateGas')
    if (gas < PLAIN_GAS) throw new EvmRpcError('malformed', 'The RPC endpoint estimates less gas than any call takes')
    // Other transactions may change the code path of a call, but not of a plain payment.
    const limit = gas === PLAIN_GAS ? gas : (gas * 5n) / 4n
    if (limit <= MAX_GAS) return limit
    throw new EthereumError('fee_too_high', `The transfer would take ${gas} units of gas; the limit is ${MAX_GAS}`)
  } catch (error) {
    if (isExecutionError(error)) {
      throw new EthereumError('reverted', `The recipient refuses this transfer ${revertReason(error)}`)
    }
    // The node's error when the amount was spent since the balance was read.
    if (error instanceof EvmRpcError && /insufficient (funds|balance)/i.test(error.message)) {
      throw new EthereumError('insufficient_balance', `The wallet lacks ${rpc.chain.symbol} for the amount and the fee`)
    }
    throw error
  }
}

const nativeBalance = async (rpc: EvmRpc, address: string): Promise<bigint> =>
  readQuantity(await rpc.call('eth_getBalance', [address, 'latest']), 'eth_getBalance')

const tokenCall = async (rpc: EvmRpc, token: string, from: string, to: string, amount: bigint) => {
  if (to === token) {
    throw new EthereumError('invalid_address', 'Tokens sent to their own contract are lost; check the recipient')
  }
  const decimals = await tokenDecimals(rpc, token)
  const balance = await tokenBalance(rpc, token, from)
  if (balance < amount) throw insufficient('smallest units of the token', amount, balance)
  const data = erc20.encodeFunctionData('transfer', [to, amount])
  await simulateTransfer(rpc, token, from, data)
  return { decimals, call: { from, to: token, value: 0n, data } }
}

/**
 * Builds an unsigned transfer of native currency or of an ERC-20 token. The node has simulated it, and the balances
 * sufficed as of the latest block. Pending transactions of the wallet are not counted, so the caller subtracts them.
 * Recipients may be contracts.
 *
 * Throws EthereumError invalid_address, invalid_amount, insufficient_balance, not_a_token, reverted, fee_too_high,
 * wrong_chain, and EvmRpcError. A failed build has no effect, and the nonce is free again.
 */
export const buildTransfer = async (rpc: EvmRpc, request: TransferRequest): Promise<BuiltTransfer> => {
  const { chain } = rpc
  const amount = readAmount(request.amount)
  const from = readAddress(request.from, "wallet's")
  const to = readAddress(request.to, "recipient's")
  const token = request.token === undefined ? undefined : readAddress(request.token, "token's")
  const [balance, fees, { call, decimals }] = await Promise.all([
    nativeBalance(rpc, from),
    request.fees ?? suggestFees(rpc),
    token === undefined
      ? { decimals: chain.decimals, call: { from, to, value: amount, data: '0x' } }
      : tokenCall(rpc, token, from, to, amount),
  ])
  if (balance < call.value) throw insufficient('wei', call.value, balance)
  const gasLimit = await estimateGas(rpc, call)
  const { value, data } = call
  const transaction = { chainId: chain.chainId, nonce: request.nonce, to: call.to, value, data, gasLimit, fees }
  const maxFee = gasLimit * highestPrice(fees) + (await dataFee(rpc, transaction))
  if (balance < value + maxFee) throw insufficient('wei for the amount and the fee', value + maxFee, balance)
  return { transaction, maxFee, decimals }
}
