import * as z from 'zod'

/** The first bytes of every backup, before it is encrypted. */
export const MAGIC = Buffer.from('openauth-backup\n', 'latin1')

/** The version of the format that this program writes, and the latest that it reads. */
export const FORMAT = 1

/** The most bytes of a frame's content. A longer one is refused before it is read, so that no length claims memory. */
export const LARGEST_FRAME = 1024 * 1024

/** A frame begins with its kind, a byte, and the length of its content, four bytes with the highest first. */
export const kinds = { header: 0x48, table: 0x54, data: 0x44, tableEnd: 0x45, end: 0x5a } as const
export const PREFIX = 5

/** Names of tables and columns: they are compared with those of the database and never become part of a statement unquoted. */
const Name = z.string().min(1).max(63)
const Count = z.int().min(0)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)

export const BackupHeader = z.object({
  format: z.int().min(1),
  version: z.string().max(100).describe('of the server that wrote it'),
  createdAt: z.int().describe('milliseconds since the epoch'),
  installation: z.string().regex(/^[0-9a-f]{12}$/),
  migrations: z.array(z.object({ name: z.string().min(1).max(255), checksum: Digest })).max(10_000),
  tables: z
    .array(z.object({ name: Name, columns: z.array(Name).min(1).max(1600), estimatedBytes: Count }))
    .min(1)
    .max(1000),
  keks: z.array(z.string().max(500)).max(1000).describe('the key-encryption keys without which its data do not open'),
})
export type BackupHeader = z.output<typeof BackupHeader>
export type BackupTable = BackupHeader['tables'][number]

export const TableStart = z.object({ name: Name })
export const TableEnd = z.object({ rows: Count, bytes: Count, sha256: Digest })
export const End = z.object({ rows: Count, bytes: Count, sha256: Digest })
