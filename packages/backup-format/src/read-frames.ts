import { BackupFormatError, damaged, truncated } from './errors.ts'
import { kinds, LARGEST_FRAME, MAGIC, PREFIX } from './shapes.ts'

/** A frame as it arrives: data in pieces, any other whole. */
export interface Frame {
  kind: number
  content: Uint8Array
}

/** Takes bytes from chunks of any size, without copying those that need not be in one piece. */
const createIntake = (chunks: AsyncIterator<Uint8Array>) => {
  let rest: Uint8Array = new Uint8Array(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  return {
    isOver: async (): Promise<boolean> => {
      while (rest.length === 0) if (!(await more())) return true
      return false
    },
    take: async (length: number): Promise<Uint8Array> => {
      while (rest.length < length) if (!(await more())) throw truncated()
      const taken = rest.subarray(0, length)
      rest = rest.subarray(length)
      return taken
    },
    takeUpTo: async (length: number): Promise<Uint8Array> => {
      while (rest.length === 0) if (!(await more())) throw truncated()
      const taken = rest.subarray(0, length)
      rest = rest.subarray(taken.length)
      return taken
    },
  }
}

const known: ReadonlySet<number> = new Set(Object.values(kinds))

/** Reads frames from a stream. Holds no more than a chunk and a description, whatever lengths the stream names. Throws BackupFormatError. */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const intake = createIntake(chunks[Symbol.asyncIterator]())
  const first = await intake.take(MAGIC.length).catch((error: unknown) => {
    // What stops the source itself, such as a wrong passphrase, is its own matter.
    if (error instanceof BackupFormatError) return undefined
    throw error
  })
  if (!first || !MAGIC.equals(first))
    throw new BackupFormatError('not_a_backup', 'This is no backup of OpenAuth, or it is encrypted still.')
  while (!(await intake.isOver())) {
    const prefix = Buffer.from(await intake.take(PREFIX))
    const [kind, length] = [prefix.readUInt8(0), prefix.readUInt32BE(1)]
    if (!known.has(kind) || length > LARGEST_FRAME) throw damaged('it has a part of an unknown kind or length')
    if (kind !== kinds.data) {
      yield { kind, content: await intake.take(length) }
      continue
    }
    for (let left = length; left > 0;) {
      const content = await intake.takeUpTo(left)
      left -= content.length
      yield { kind, content }
    }
  }
}
