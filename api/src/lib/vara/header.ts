import * as z from 'zod'
import { malformed } from './errors.ts'
import { blake2b256, readHash, readHex, toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'
import { compactOf } from './scale.ts'

export interface Block {
  /** 0x and 64 lower-case hex digits. */
  hash: string
  number: number
  parentHash: string
}

export const Header = z.object({
  parentHash: z.string(),
  number: z.string().regex(/^0x[0-9a-f]{1,7}$/i),
  stateRoot: z.string(),
  extrinsicsRoot: z.string(),
  digest: z.object({ logs: z.array(z.string()).max(1000) }),
})

/**
 * The block of a header that a node returned for a hash. The header is hashed, so that neither number nor parent can be
 * forged: with a wrong start of its era, an extrinsic would be searched in the wrong blocks, reported as expired, and
 * sent a second time. Throws VaraRpcError malformed.
 * https://paritytech.github.io/polkadot-sdk/master/sp_runtime/generic/struct.Header.html
 */
export const readHeader = (answer: unknown, hash: string, what: string): Block => {
  const { data: header } = Header.safeParse(answer)
  if (!header) throw malformed(what)
  const number = Number(header.number)
  const [parentHash, ...roots] = [header.parentHash, header.stateRoot, header.extrinsicsRoot].map((text) =>
    readHash(text, what),
  )
  const { logs } = header.digest
  const parts = [
    readHex(parentHash, what),
    compactOf(number),
    ...roots.map((root) => readHex(root, what)),
    compactOf(logs.length),
    ...logs.map((log) => readHex(log, what)),
  ]
  if (toHex(blake2b256(Buffer.concat(parts))) !== hash) throw malformed(what)
  return { hash, number, parentHash: parentHash! }
}

const headOf = async (rpc: VaraRpc, method: string): Promise<Block> => {
  const hash = readHash(await rpc.call(method, []), method)
  return readHeader(await rpc.call('chain_getHeader', [hash]), hash, 'chain_getHeader')
}

/** The last finalized block. Throws VaraRpcError. */
export const finalizedHead = (rpc: VaraRpc): Promise<Block> => headOf(rpc, 'chain_getFinalizedHead')

/** The last block of the node's best chain, which is finalized a few blocks later. Throws VaraRpcError. */
export const bestHead = (rpc: VaraRpc): Promise<Block> => headOf(rpc, 'chain_getBlockHash')
