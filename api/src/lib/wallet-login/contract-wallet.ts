import { AbiCoder } from 'ethers/abi'
import { z } from 'zod'
import type { Outbound } from '../outbound.ts'

/** `isValidSignature(bytes32,bytes)` and its result for a valid signature. https://eips.ethereum.org/EIPS/eip-1271 */
const MAGIC = '0x1626ba7e'

/** Gas limit of the check: enough for any signature scheme, and milliseconds of a node's time. */
const GAS = '0x4c4b40'

const Answer = z.object({ result: z.string().optional(), error: z.object({ message: z.string() }).optional() })

/** The chain did not answer, or not as specified. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError'
}

/**
 * Asks a contract wallet whether a signature is valid (ERC-1271). An address without code returns `0x` and a contract
 * that refuses reverts; both mean invalid. Throws ChainUnavailableError if the endpoint gives no usable response.
 */
export const isContractSignature = async (
  outbound: Outbound,
  rpcUrl: string,
  { address, hash, signature }: { address: string; hash: string; signature: string },
): Promise<boolean> => {
  if (!/^0x([0-9a-fA-F]{2}){1,8192}$/.test(signature)) return false
  const data = MAGIC + AbiCoder.defaultAbiCoder().encode(['bytes32', 'bytes'], [hash, signature]).slice(2)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: address, data, gas: GAS }, 'latest'],
  })
  const answer = await ask(outbound, rpcUrl, body)
  if (answer.error) {
    if (/revert|execution|invalid opcode|out of gas/i.test(answer.error.message)) return false
    throw new ChainUnavailableError('The RPC endpoint refused the call')
  }
  return answer.result?.toLowerCase() === MAGIC.padEnd(66, '0')
}

const ask = async (outbound: Outbound, rpcUrl: string, body: string): Promise<z.output<typeof Answer>> => {
  try {
    const response = await outbound(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return Answer.parse(await response.json())
  } catch (cause) {
    throw new ChainUnavailableError('The RPC endpoint does not answer', { cause })
  }
}
