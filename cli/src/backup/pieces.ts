/** Pieces of `size` bytes, of which the last may be shorter; with whether it is the last. No bytes are one empty piece. */
export async function* piecesOf(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<[piece: Buffer<ArrayBuffer>, isLast: boolean]> {
  let piece = Buffer.allocUnsafe(size)
  let used = 0
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length;) {
      if (used === size) {
        yield [piece, false]
        piece = Buffer.allocUnsafe(size)
        used = 0
      }
      const taken = Math.min(size - used, chunk.length - start)
      piece.set(chunk.subarray(start, start + taken), used)
      used += taken
      start += taken
    }
  yield [piece.subarray(0, used), true]
}
