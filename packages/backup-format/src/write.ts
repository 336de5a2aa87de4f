import { createHash } from 'node:crypto'
import { type BackupHeader, kinds, LARGEST_FRAME, MAGIC, PREFIX } from './shapes.ts'

const prefixOf = (kind: number, length: number): Buffer => {
  const prefix = Buffer.allocUnsafe(PREFIX)
  prefix.writeUInt8(kind, 0)
  prefix.writeUInt32BE(length, 1)
  return prefix
}

/** Makes the bytes of a backup, in the order of the calls: `begin`, then each table, then `end`. */
export interface BackupWriter {
  begin: (header: BackupHeader) => Buffer[]
  beginTable: (name: string) => Buffer[]
  data: (chunk: Uint8Array) => Uint8Array[]
  endTable: (rows: number) => Buffer[]
  end: () => Buffer[]
}

/** Begins a backup. It returns bytes and keeps none, so that whoever writes them sets the pace. */
export const createWriter = (): BackupWriter => {
  // Over every frame but data, whose digests are in the frames that end their tables.
  const whole = createHash('sha256')
  let table = createHash('sha256')
  const total = { rows: 0, bytes: 0 }
  let bytes = 0

  const describe = (kind: number, content: object, isHashed = true): Buffer[] => {
    const json = Buffer.from(JSON.stringify(content))
    if (json.length > LARGEST_FRAME) throw new RangeError('The description of a backup is too long')
    if (isHashed) whole.update(json)
    return [prefixOf(kind, json.length), json]
  }

  return {
    begin: (header) => [MAGIC, ...describe(kinds.header, header)],
    beginTable: (name) => {
      table = createHash('sha256')
      bytes = 0
      return describe(kinds.table, { name })
    },
    data: (chunk) => {
      table.update(chunk)
      bytes += chunk.length
      const frames: Uint8Array[] = []
      for (let start = 0; start < chunk.length; start += LARGEST_FRAME) {
        const part = chunk.subarray(start, start + LARGEST_FRAME)
        frames.push(prefixOf(kinds.data, part.length), part)
      }
      return frames
    },
    endTable: (rows) => {
      total.rows += rows
      total.bytes += bytes
      return describe(kinds.tableEnd, { rows, bytes, sha256: table.digest('hex') })
    },
    end: () => describe(kinds.end, { ...total, sha256: whole.digest('hex') }, false),
  }
}
