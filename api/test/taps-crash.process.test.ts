import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AcceptedTaps, type Client, createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

// Servers that are killed while players tap. A longer run: OPENAUTH_TEST_CRASHES=50 npx vitest run --project end-to-end …

const ROUNDS = Number(process.env.OPENAUTH_TEST_CRASHES ?? 3)
const PLAYERS = 12
/** Batches of each player before a server is killed. */
const BATCHES = 6
const TAPS = 2
const generous = { taps: { perSecond: 100, burstSeconds: 600 }, energy: { max: 1_000_000, perSecond: 10_000 } }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-taps-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const clientOf = (url: string, token?: string): Client =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

/** An app whose rules refuse no tap of the test, and players of it: their tokens. */
const openGame = async ({ url }: ServerProcess): Promise<string[]> => {
  await clientOf(url).setup.create(adminCredentials)
  const { token } = await clientOf(url).setup.login(adminCredentials)
  const { id: appId } = await clientOf(url, token).apps.create({ name: 'Taps' })
  await clientOf(url, token).gameRules.update({ appId, ...generous })
  const register = (index: number) =>
    clientOf(url).login.username({ appId, username: `tapper ${index}`, password: 'password', type: 'register' })
  return (await Promise.all(Array.from({ length: PLAYERS }, (_, index) => register(index)))).map(
    (answer) => answer.token,
  )
}

interface Player {
  token: string
  seq: number
  /** The last answer. */
  answer: AcceptedTaps | undefined
}

/** Sends a player's next batch until a server answers, as the page does: with the same number and the same count. */
const tap = async (player: Player, servers: ServerProcess[]): Promise<void> => {
  const seq = player.seq + 1
  for (let attempt = 0; ; attempt += 1) {
    const server = servers[(seq + attempt) % servers.length]!
    const answer = await clientOf(server.url, player.token)
      .game.click({ count: TAPS, seq })
      .catch(() => undefined)
    if (answer) {
      // What was acknowledged before is in every later answer.
      expect(answer.rings).toBeGreaterThanOrEqual(player.answer?.rings ?? 0)
      Object.assign(player, { seq, answer })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const playRound = async (players: Player[], servers: ServerProcess[], kill: () => Promise<void>): Promise<void> => {
  let batches = 0
  let killing: Promise<void> | undefined
  await Promise.all(
    players.map(async (player) => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        await tap(player, servers)
        batches += 1
        if (batches === (PLAYERS * BATCHES) / 2) killing = kill()
      }
    }),
  )
  await killing
}

const soundLedgers = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`
    SELECT p.rings::int, sum(e.amount)::int AS added, sum(e.taps)::int AS taps, max(e."lastSeq")::int = p."ledgerSeq" AS "isWhole"
    FROM "Player" p JOIN "RingEntry" e USING ("userId") GROUP BY p."userId"`)
  await client.end()
  return rows as { rings: number; added: number; taps: number; isWhole: boolean }[]
}

test.each([1, 2])(
  'kill -9 while players tap on %i servers: every acknowledged tap counts, and each once',
  async (count) => {
    const database = await testDatabase()
    const environments = Array.from({ length: count }, (_, index) => ({
      OPENAUTH_DATA_DIR: join(folder, `${count}-${index}`),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      OPENAUTH_KEYRING_FILE: join(folder, `keyring-${count}.json`),
      DATABASE_URL: database.url,
    }))
    const servers: ServerProcess[] = []
    for (const environment of environments) servers.push(await startProcess(environment))
    const tokens = await openGame(servers[0]!)
    const players = tokens.map((token): Player => ({ token, seq: 0, answer: undefined }))
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = round % count
      await playRound(players, servers, async () => {
        await endProcess(servers[victim]!, 'SIGKILL')
        servers[victim] = await startProcess(environments[victim]!)
      })
    }
    const rings = ROUNDS * BATCHES * TAPS
    expect(players.map(({ answer }) => answer?.rings)).toEqual(players.map(() => rings))
    expect(await soundLedgers(database.url)).toEqual(
      players.map(() => ({ rings, added: rings, taps: rings, isWhole: true })),
    )
    for (const server of servers) await endProcess(server)
  },
)
