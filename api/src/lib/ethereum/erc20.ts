import { Interface } from 'ethers/abi'
import { EthereumError } from './errors.ts'
import { isExecutionError, revertReason } from './revert.ts'
import type { EvmRpc } from './rpc.ts'

/** https://eips.ethereum.org/EIPS/eip-20 */
export const erc20 = new Interface([
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
])

/** keccak-256 of Transfer(address,address,uint256): the first topic of every transfer's log. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const notAToken = (token: string, why: string): EthereumError =>
  new EthereumError('not_a_token', `${token} is not an ERC-20 token on this chain: ${why}. Check address and chain`)

const ask = async (rpc: EvmRpc, token: string, data: string, from?: string): Promise<string> => {
  const call = from === undefined ? { to: token, data } : { from, to: token, data }
  const answer = await rpc.call('eth_call', [call, 'latest'])
  return typeof answer === 'string' ? answer : ''
}

/** A 32-byte number from a token function; undefined where the token lacks it. */
const askWord = async (rpc: EvmRpc, token: string, data: string): Promise<bigint | undefined> => {
  try {
    const answer = await ask(rpc, token, data)
    return /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : undefined
  } catch (error) {
    if (isExecutionError(error)) return undefined
    throw error
  }
}

/** The owner's balance, in the token's smallest units. Throws EthereumError not_a_token and EvmRpcError. */
export const tokenBalance = async (rpc: EvmRpc, token: string, owner: string): Promise<bigint> => {
  const balance = await askWord(rpc, token, erc20.encodeFunctionData('balanceOf', [owner]))
  if (balance === undefined) throw notAToken(token, 'it has no balanceOf function')
  return balance
}

/** The token's decimals, 0 to 255. Throws EthereumError not_a_token and EvmRpcError. */
export const tokenDecimals = async (rpc: EvmRpc, token: string): Promise<number> => {
  const [code, decimals] = await Promise.all([
    rpc.call('eth_getCode', [token, 'latest']),
    askWord(rpc, token, erc20.encodeFunctionData('decimals')),
  ])
  if (code === '0x') throw notAToken(token, 'there is no contract at this address')
  if (decimals === undefined || decimals > 255n) throw notAToken(token, 'it has no valid decimals')
  return Number(decimals)
}

/**
 * Simulates a transfer on the node. Tokens that return nothing (USDT on Ethereum) pass, tokens that return false do
 * not: https://github.com/d-xo/weird-erc20. Throws EthereumError not_a_token and reverted, EvmRpcError.
 */
export const simulateTransfer = async (rpc: EvmRpc, token: string, from: string, data: string): Promise<void> => {
  try {
    const answer = await ask(rpc, token, data, from)
    if (answer === '0x' || /^0x0{63}1$/.test(answer)) return
    throw notAToken(token, 'its transfer returns false')
  } catch (error) {
    if (!isExecutionError(error)) throw error
    throw new EthereumError('reverted', `The token refuses this transfer ${revertReason(error)}`)
  }
}
