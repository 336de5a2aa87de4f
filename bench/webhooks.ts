// From an event's commit to its arrival at a receiver, at a steady rate: api/src/features/webhooks.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import type { PinnedProcess } from './pinned-process.ts'

const RATE = Number(process.env.BENCH_EVENTS ?? 500)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
/** Events are written in steps of so many milliseconds. */
const STEP = 10

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

/** A receiver that notes how old each event is when it arrives. One clock: all run on this machine. */
const startReceiver = async () => {
  const ages: number[] = []
  const server = createServer(async (request, response) => {
    const { timestamp } = JSON.parse(await text(request)) as { timestamp: string }
    ages.push(Date.now() - Date.parse(timestamp))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { ages, url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Writes events, each in a transaction of its own. */
const emit = async (pool: pg.Pool, appId: string): Promise<number> => {
  const begun = performance.now()
  let sent = 0
  const writes: Promise<unknown>[] = []
  while (performance.now() - begun < SECONDS * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * RATE)
    for (; sent < due; sent += 1)
      writes.push(pool.query(`SELECT emit_webhook($1, $2, 'user.login', '{}')`, [appId, randomUUID()]))
    await sleep(STEP)
  }
  await Promise.all(writes)
  return sent
}

/** The errors of attempts that failed, each with its number. */
const failures = async (pool: pg.Pool, webhookId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ error: string; count: string }>(
    `SELECT a->>'error' AS error, count(*) FROM "WebhookDelivery" d, jsonb_array_elements(d.log) a
     WHERE d."webhookId" = $1 AND a->>'error' IS NOT NULL GROUP BY 1`,
    [webhookId],
  )
  return rows.map(({ error, count }) => `  ${count} attempts failed: ${error}`)
}

interface Bench {
  /** Sends to loopback. It is the only one on its database: each server sends what is due. */
  server: Pick<PinnedProcess, 'url'>
  environment: { DATABASE_URL: string }
  adminToken: string
  print: (line: string) => void
}

/** Prints the age of events at their arrival. The aim is 100 ms for half of them. */
export const measureWebhooks = async ({ server, environment, adminToken, print }: Bench): Promise<void> => {
  const receiver = await startReceiver()
  const pool = new pg.Pool({ connectionString: environment.DATABASE_URL, max: 8 })
  try {
    const admin = createClient(fetchTransport({ baseUrl: server.url, token: () => adminToken }))
    const { id: appId } = await admin.apps.create({ name: `Webhooks ${randomUUID().slice(0, 8)}` })
    for (const orderedByUser of [false, true]) {
      receiver.ages.length = 0
      const { id } = await admin.webhooks.create({ appId, url: receiver.url, orderedByUser })
      await sleep(2000)
      const sent = await emit(pool, appId)
      for (let waited = 0; receiver.ages.length < sent && waited < 60; waited += 1) await sleep(1000)
      const { ages } = receiver
      const told = `${ages.length} of ${sent} events at ${RATE}/s${orderedByUser ? ', in the order of each user' : ''}`
      print(`${told.padEnd(62)} p50 ${quantile(ages, 0.5)} ms, p99 ${quantile(ages, 0.99)} ms   (aim p50 ≤ 100 ms)`)
      for (const line of await failures(pool, id)) print(line)
      await admin.webhooks.delete({ appId, id })
    }
  } finally {
    await pool.end()
    receiver.stop()
  }
}
