import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let token: string
const servers: TestServer[] = []
beforeEach(async () => {
  server = await testServer()
  servers.push(server)
  token = await signInAsAdmin(server)
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await admin().apps.create({ name })
    await chain().addLinks()
  }
})
afterAll(async () => {
  for (const each of servers) await each.stop()
})

const admin = () => server.as(token)
const chain = () => server.app.services.auditChain
const pool = () => server.resources.db.pool

/** Writes to the database as somebody does who has its password, and no key. */
const attack = async (...statements: string[]) => {
  const client = await pool().connect()
  try {
    await client.query(`ALTER TABLE "AuditEvent" DISABLE TRIGGER USER`)
    for (const statement of statements) await client.query(statement)
    await client.query(`ALTER TABLE "AuditEvent" ENABLE TRIGGER USER`)
  } finally {
    client.release()
  }
}
const verified = async (head: { headSeq?: number; headHash?: string } = {}) => {
  const sums = { held: 0, failed: 0, first: null as unknown }
  let after: number | undefined
  do {
    const batch = await admin().audit.verify({ ...head, limit: 100, ...(after === undefined ? {} : { after }) })
    sums.held += batch.held
    sums.failed += batch.failed
    sums.first ??= batch.first
    after = batch.next === null ? undefined : Number(batch.next)
  } while (after !== undefined)
  return sums
}
const headOf = async () => {
  const { head } = await admin().audit.chain()
  return { headSeq: head!.seq, headHash: head!.hash }
}
const lineAt = (seq: number) => `(SELECT "eventId" FROM "AuditLink" WHERE seq = ${seq})`
/** The same database with another server, which has seen nothing yet. */
const otherServer = async () => {
  server = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
  })
  servers.unshift(server)
}

describe('the chain of the audit trail', () => {
  test('holds, and tells what waits; lines have their numbers', async () => {
    const { lines, head, pending, since, checkpoint } = await admin().audit.chain()
    expect([lines, head!.seq, pending, checkpoint]).toEqual([lines, lines, 0, null])
    expect(since! <= head!.chainedAt).toBe(true)
    await admin().apps.create({ name: 'Waits' })
    expect((await admin().audit.chain()).pending).toBe(1)
    expect((await admin().audit.list({ limit: 2 })).data.map(({ seq }) => seq)).toEqual([null, lines])
    expect(await verified()).toEqual({ held: lines, failed: 0, first: null })
  })

  test('lines of two servers are chained once each, while both are at it', async () => {
    const first = server
    await otherServer()
    const lines = 300
    await server.resources.db.prisma.auditEvent.createMany({
      data: Array.from({ length: lines }, () => ({ actor: 'server' as const, action: 'app.create' })),
    })
    await Promise.all([first.app.services.auditChain.addLinks(), chain().addLinks()])
    await chain().addLinks()
    const { pending, head } = await admin().audit.chain()
    expect([pending, await verified()]).toEqual([0, { held: head!.seq, failed: 0, first: null }])
  })

  test('a line changed', async () => {
    await attack(`UPDATE "AuditEvent" SET "actorId" = '77' WHERE id = ${lineAt(4)}`)
    expect(await verified()).toMatchObject({
      failed: 1,
      first: { fault: 'line_changed', seq: 4, action: 'app.create' },
    })
  })

  test('a line removed, with and without its link', async () => {
    await attack(`DELETE FROM "AuditEvent" WHERE id = ${lineAt(4)}`)
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'line_removed', seq: 4 } })
    await attack('DELETE FROM "AuditLink" WHERE seq = 4')
    expect(await verified()).toMatchObject({ first: { fault: 'link_removed', seq: 4 } })
  })

  test('a line inserted, without a link and with one at the end', async () => {
    const id = randomUUID()
    await attack(`INSERT INTO "AuditEvent" (id, actor, action) VALUES ('${id}', 'server', 'app.create')`)
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'line_unlinked', eventId: id } })
    await attack(
      `INSERT INTO "AuditLink" SELECT seq + 1, '${id}', hash, "chainedAt", signature FROM "AuditLink" ORDER BY seq DESC LIMIT 1`,
    )
    expect(await verified()).toMatchObject({ first: { fault: 'line_changed', eventId: id } })
  })

  test('two lines moved to the places of each other', async () => {
    await attack(
      `UPDATE "AuditEvent" a SET "createdAt" = b."createdAt", "targetId" = b."targetId" FROM "AuditEvent" b
       WHERE (a.id, b.id) IN ((${lineAt(3)}, ${lineAt(4)}), (${lineAt(4)}, ${lineAt(3)}))`,
    )
    expect(await verified()).toMatchObject({ first: { fault: 'line_changed', seq: 3 } })
  })

  test('the newest lines cut off with their links: this server has seen them, and another one is told a head of before', async () => {
    const head = await headOf()
    await attack(
      `DELETE FROM "AuditEvent" WHERE id IN (SELECT "eventId" FROM "AuditLink" WHERE seq >= ${head.headSeq - 1})`,
      `DELETE FROM "AuditLink" WHERE seq >= ${head.headSeq - 1}`,
    )
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'head_lost', seq: head.headSeq } })
    await admin().apps.create({ name: 'After the attack' })
    await admin().apps.create({ name: 'And more, to the same length' })
    await chain().addLinks()
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'head_lost', seq: head.headSeq } })
    await otherServer()
    expect(await verified()).toMatchObject({ failed: 0 })
    expect(await verified(head)).toMatchObject({ failed: 1, first: { fault: 'head_lost', seq: head.headSeq } })
  })

  test('the whole chain thrown away, and begun anew', async () => {
    const head = await headOf()
    await attack(
      'DELETE FROM "AuditLink"',
      'INSERT INTO "AuditPending" ("eventId") SELECT id FROM "AuditEvent" ORDER BY random()',
    )
    await otherServer()
    await chain().addLinks()
    expect(await verified(head)).toMatchObject({ failed: 1, first: { fault: 'head_lost' } })
  })

  test('a head forged: its signature is that of an older link', async () => {
    const { headSeq } = await headOf()
    await attack(
      `UPDATE "AuditLink" SET signature = (SELECT signature FROM "AuditLink" WHERE seq = ${headSeq - 1}) WHERE seq = ${headSeq}`,
    )
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'signature_invalid', seq: headSeq } })
  })

  test('a line deleted before it was chained', async () => {
    const { id } = await admin().apps.create({ name: 'Never was' })
    await attack(`DELETE FROM "AuditEvent" WHERE "targetId" = '${id}'`)
    await chain().addLinks()
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'line_removed' } })
  })

  test('a line that is chained waits a second time: it has one link, and those behind it are chained', async () => {
    await attack(`INSERT INTO "AuditPending" ("eventId") VALUES (${lineAt(3)})`)
    await admin().apps.create({ name: 'Behind it' })
    await chain().addLinks()
    expect([(await admin().audit.chain()).pending, (await verified()).failed]).toEqual([0, 0])
  })

  test('the table refuses changes, and deletes nothing for whoever is not retention', async () => {
    await expect(pool().query(`UPDATE "AuditEvent" SET ip = NULL`)).rejects.toThrow('only ever added')
    await expect(pool().query(`TRUNCATE "AuditEvent"`)).rejects.toThrow('only ever added')
    expect((await pool().query('DELETE FROM "AuditEvent"')).rowCount).toBe(0)
  })
})

describe('retention', () => {
  const day = 86_400_000
  const later = (days: number) => new Date(Date.now() + days * day)
  /** Removes the lines up to a number, as if their time had come. */
  const expireUpTo = async (seq: number) => {
    const { rows } = await pool().query<{ at: Date }>(`SELECT "chainedAt" AS at FROM "AuditLink" WHERE seq = ${seq}`)
    await chain().removeExpired(new Date(rows[0]!.at.getTime() + 1))
  }

  test('keeps the rest of the chain verifiable from a signed checkpoint, and heads of before too', async () => {
    const head = await headOf()
    await expireUpTo(3)
    const { checkpoint, lines } = await admin().audit.chain()
    expect(checkpoint).toMatchObject({ intact: true, removed: checkpoint!.seq })
    expect(checkpoint!.seq >= 3 && checkpoint!.seq < head.headSeq).toBe(true)
    expect(await verified(head)).toEqual({ held: lines, failed: 0, first: null })
    await chain().removeExpired(later(1))
    expect(await admin().audit.chain()).toMatchObject({ lines: 0, head: null, checkpoint: { seq: head.headSeq } })
    await admin().apps.create({ name: 'After all were removed' })
    await chain().addLinks()
    expect([(await headOf()).headSeq, await verified(head)]).toEqual([
      head.headSeq + 1,
      { held: 1, failed: 0, first: null },
    ])
  })

  test('a line that says it is of the future is removed in time', async () => {
    await server.resources.db.prisma.auditEvent.create({
      data: { actor: 'server', action: 'app.create', createdAt: later(10_000) },
    })
    await chain().removeExpired(later(1))
    expect(await server.resources.db.prisma.auditEvent.count()).toBe(0)
  })

  test('a checkpoint forged, to cover for lines that were deleted', async () => {
    await expireUpTo(3)
    const { checkpoint } = await admin().audit.chain()
    const cut = checkpoint!.seq + 1
    await attack(
      `UPDATE "AuditCheckpoint" SET seq = ${cut}, hash = (SELECT hash FROM "AuditLink" WHERE seq = ${cut})`,
      `DELETE FROM "AuditEvent" WHERE id = ${lineAt(cut)}`,
      `DELETE FROM "AuditLink" WHERE seq = ${cut}`,
    )
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'checkpoint_invalid', seq: cut } })
    await attack('DELETE FROM "AuditCheckpoint"')
    expect(await verified()).toMatchObject({ first: { fault: 'link_removed', seq: 1 } })
  })

  test('a line hidden before the checkpoint', async () => {
    await expireUpTo(3)
    const id = randomUUID()
    await attack(
      `INSERT INTO "AuditEvent" (id, actor, action) VALUES ('${id}', 'server', 'app.create')`,
      `INSERT INTO "AuditLink" SELECT 1, '${id}', hash, "chainedAt", signature FROM "AuditLink" LIMIT 1`,
    )
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'link_outside', eventId: id } })
  })

  test('lines that were changed before they were removed: the checkpoint says so for ever', async () => {
    await attack(`UPDATE "AuditEvent" SET "actorId" = '77' WHERE id = ${lineAt(2)}`)
    await expireUpTo(3)
    await chain().removeExpired(later(1))
    expect(await verified()).toMatchObject({ failed: 1, first: { fault: 'removed_unproven' } })
  })
})
