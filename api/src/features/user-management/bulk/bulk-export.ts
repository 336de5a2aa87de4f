import type { contract, HandlerInput, Provider } from '@openauth/client'
import type { Context } from '../../../handler.ts'
import type { Database, Statement } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import { publicAvatarUrl } from '../../avatars/address.ts'

/** Reads a page from the index of registrations; the accounts of each user are read by their own index. */
const readUsers: Statement = {
  name: 'bulk-export',
  text: `
    SELECT u.id, u."externalId", u."displayName", u.avatar, u."referCode", u."disabledAt" IS NOT NULL AS disabled,
      (extract(epoch FROM u."createdAt") * 1000)::float8 AS "createdAt",
      (extract(epoch FROM u."lastSeenAt") * 1000)::float8 AS "lastSeenAt",
      (SELECT coalesce(json_agg(json_build_object('provider', i.provider, 'subject', i.subject, 'display', i.display)
        ORDER BY i.provider), '[]') FROM "Identity" i WHERE i."userId" = u.id) AS identities
    FROM "User" u
    WHERE u."appId" = $1 AND u."deletedAt" IS NULL AND (u."createdAt", u.id) > ($2::timestamptz, $3::uuid)
    ORDER BY u."createdAt", u.id LIMIT $4`,
}

interface UserRow {
  id: string
  externalId: string | null
  displayName: string | null
  avatar: string | null
  referCode: string
  disabled: boolean
  createdAt: number
  lastSeenAt: number
  identities: { provider: Provider; subject: string; display: string }[]
}

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const start = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

const positionOf = (cursor: string | undefined): typeof start => {
  if (cursor === undefined) return start
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const time = new Date(Number(at))
  if (id !== undefined && !Number.isNaN(time.getTime())) return { at: time, id }
  throw new Problem('invalid_input', { issues: [{ path: 'cursor', message: 'is not one of this export' }] })
}

/** The last user of the page after `from`, found in the index of registrations without reading that page. */
const readEnd: Statement = {
  name: 'bulk-export-end',
  text: `
    SELECT u.id, (extract(epoch FROM u."createdAt") * 1000)::float8 AS "createdAt"
    FROM "User" u
    WHERE u."appId" = $1 AND u."deletedAt" IS NULL AND (u."createdAt", u.id) > ($2::timestamptz, $3::uuid)
    ORDER BY u."createdAt", u.id OFFSET $4 LIMIT 1`,
}

type Position = Pick<UserRow, 'createdAt' | 'id'>

const cursorOf = ({ createdAt, id }: Position): string => Buffer.from(`${createdAt}.${id}`).toString('base64url')

/** The cursors of the next two pages: a reader asks for both at once, and the database works while the server writes. */
const cursorsOf = async (db: Database, appId: string, rows: UserRow[], limit: number) => {
  if (rows.length <= limit) return { nextCursor: null, laterCursor: null }
  const last = rows[limit - 1]!
  const next = [appId, new Date(last.createdAt), last.id, limit - 1]
  const [end] = await db.query<Position & Record<string, unknown>>(readEnd, next)
  return { nextCursor: cursorOf(last), laterCursor: end ? cursorOf(end) : null }
}

/**
 * A page of an app's users in the form that the import takes, in the order of their registration; audited. It has no password
 * hashes: whoever can export could else take them home and guess. Throws `app_not_found`.
 */
export const bulkExport = async (
  db: Database,
  publicUrl: string,
  { appId, cursor, limit }: HandlerInput<typeof contract.users.bulkExport>,
  context: Context,
) => {
  await requireApp(db.prisma, appId)
  const { at, id } = positionOf(cursor)
  const rows = await db.query<UserRow & Record<string, unknown>>(readUsers, [appId, at, id, limit + 1])
  const data = rows.slice(0, limit).map((row) => ({ ...row, avatar: publicAvatarUrl(publicUrl, row.avatar) }))
  const [meta] = await Promise.all([
    cursorsOf(db, appId, rows, limit),
    record(db.prisma, context, { action: 'user.export', appId, details: { done: data.length } }),
  ])
  return { data, meta }
}
