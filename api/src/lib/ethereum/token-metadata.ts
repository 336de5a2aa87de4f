import { isExecutionError } from './revert.ts'
import type { EvmRpc } from './rpc.ts'

/** Of `name()` and `symbol()`: https://eips.ethereum.org/EIPS/eip-20 */
const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
const WORD = 32
const MOST_TEXT_BYTES = 200

/** An ABI string, or 32 bytes as the first tokens have them (MKR). Undefined where it is neither. */
export const decodeText = (answer: unknown): string | undefined => {
  if (typeof answer !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(answer)) return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  if (bytes.length === WORD) return bytes.toString('utf8').replace(/\0+$/, '')
  if (bytes.length < 2 * WORD || bytes.readUIntBE(WORD - 6, 6) !== WORD) return undefined
  const length = bytes.readUIntBE(2 * WORD - 6, 6)
  if (length > MOST_TEXT_BYTES || 2 * WORD + length > bytes.length) return undefined
  return bytes.toString('utf8', 2 * WORD, 2 * WORD + length)
}

const ask = async (rpc: EvmRpc, token: string, data: string): Promise<string> => {
  try {
    return decodeText(await rpc.call('eth_call', [{ to: token, data }, 'latest'])) ?? ''
  } catch (error) {
    if (isExecutionError(error)) return ''
    throw error
  }
}

/** What a contract says of itself: its maker's words, neither checked nor cleaned; empty where it says nothing. Throws EvmRpcError. */
export const tokenMetadata = async (rpc: EvmRpc, token: string): Promise<{ name: string; symbol: string }> => {
  const [name, symbol] = await Promise.all([ask(rpc, token, NAME), ask(rpc, token, SYMBOL)])
  return { name, symbol }
}
