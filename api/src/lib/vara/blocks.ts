import * as z from 'zod'
import { malformed, VaraRpcError } from './errors.ts'
import { extrinsicHash, readHash, readHex } from './hex.ts'
import { type Block, Header, readHeader } from './header.ts'
import type { VaraRpc } from './rpc.ts'

export interface FoundExtrinsic {
  block: Block
  /** Its index in the block, to which events refer. */
  index: number
}

const SignedBlock = z.object({ block: z.object({ header: Header, extrinsics: z.array(z.string()) }) })

/** Number of blocks read concurrently; each may have megabytes. */
const AT_ONCE = 2

const findIn = async (rpc: VaraRpc, hash: string, blockHash: string, number: number) => {
  const answer = await rpc.call('chain_getBlock', [blockHash])
  if (answer === null) {
    throw new VaraRpcError('unavailable', `${rpc.host} no longer has block ${number}; configure an archive node`)
  }
  const { data } = SignedBlock.safeParse(answer)
  if (!data) throw malformed('chain_getBlock')
  const { header, extrinsics } = data.block
  const block = readHeader(header, blockHash, 'chain_getBlock')
  if (block.number !== number) throw malformed('chain_getBlock')
  const index = extrinsics.findIndex((hex) => extrinsicHash(readHex(hex, 'chain_getBlock')) === hash)
  return index < 0 ? undefined : { block, index }
}

/** Searches blocks from the first to the last, because Substrate has no index of extrinsics. Throws VaraRpcError. */
export const findExtrinsic = async (
  rpc: VaraRpc,
  hash: string,
  first: number,
  last: number,
): Promise<FoundExtrinsic | undefined> => {
  const numbers = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at)
  if (numbers.length === 0) return undefined
  const answer = await rpc.call('chain_getBlockHash', [numbers])
  if (!Array.isArray(answer) || answer.length !== numbers.length) throw malformed('chain_getBlockHash')
  const hashes = answer.map((one) => readHash(one, 'chain_getBlockHash'))
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const some = hashes.slice(at, at + AT_ONCE)
    const found = await Promise.all(some.map((one, more) => findIn(rpc, hash, one, numbers[at + more]!)))
    const first = found.find((one) => one !== undefined)
    if (first) return first
  }
  return undefined
}
