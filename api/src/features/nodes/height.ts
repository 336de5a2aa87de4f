/** The methods whose answers tell the height of a chain, with how to read it. Slots of Solana, blocks of the others. */
const readers: Record<string, (answer: unknown) => unknown> = {
  // https://ethereum.org/en/developers/docs/apis/json-rpc/#eth_blocknumber
  eth_blockNumber: Number,
  // https://solana.com/docs/rpc/http/getslot, /getepochinfo
  getSlot: Number,
  getEpochInfo: (answer) => (answer as { absoluteSlot?: unknown }).absoluteSlot,
}

/** The height of a chain that the answer to this call tells; undefined where it tells none. */
export const heightOf = (method: unknown, params: unknown, answer: unknown): number | undefined => {
  // The header of a named block may be an old one.
  const header = method === 'chain_getHeader' && Array.isArray(params) && params.length === 0
  const read = header ? (block: unknown) => Number((block as { number?: unknown }).number) : readers[String(method)]
  if (!read || answer === null || answer === undefined) return undefined
  const height = read(answer)
  return typeof height === 'number' && Number.isSafeInteger(height) ? height : undefined
}
