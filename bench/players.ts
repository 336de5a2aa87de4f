// Players of the tap game for the benchmark of growth, written by SQL, and tokens of some of them.
import { createHmac } from 'node:crypto'
import { createClient, fetchTransport } from '@openauth/client'
import type pg from 'pg'

const botToken = '100000001:benchmark-bot-token'
/** The Telegram id of the first player. */
const FIRST_ID = 5_000_000_000

/** SQL of the id of player `n`: a UUIDv7 of its own millisecond. */
export const idOf = `(lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`

/** SQL of rings earned: a fifth has none, the others are distributed log-normally, as in games of this kind. */
export const earned = `CASE WHEN n % 5 = 0 THEN 0 ELSE
  floor(exp(6 + 2 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))::bigint END`

interface Game {
  appId: string
  rulesVersion: number
}

interface Range {
  from: number
  to: number
}

/** Users and players from number `from` on, up to `to`: as many with a Telegram account, and a line of taps in each ledger. */
const statements = ({ appId, rulesVersion }: Game, { from, to }: Range): [text: string, values: unknown[]][] => [
  [
    `CREATE TEMP TABLE seeded AS
     SELECT n, ${idOf} AS id,
       ${earned} AS earned FROM generate_series(${from + 1}, ${to}) n`,
    [],
  ],
  [
    `INSERT INTO "User" (id, "appId", "referCode", "displayName")
     SELECT id, $1, lpad(upper(to_hex(n)), 8, 'X'), 'Player ' || n FROM seeded`,
    [appId],
  ],
  [
    `INSERT INTO "Identity" ("appId", provider, subject, display, "userId")
     SELECT $1, 'telegram', (${FIRST_ID} + n)::text, 'player_' || n, id FROM seeded`,
    [appId],
  ],
  [
    `INSERT INTO "Player" ("userId", "appId", rings, earned, "ledgerSeq", energy, "tapCredit", "settledAt", "rulesVersion", "ringsPerTap",
       "maxEnergy", "energyPerSecond", "createdAt")
     SELECT id, $1, earned, earned, (earned > 0)::int, 1000000, 660000, $2, $3, 1, 1000, 1, $2 FROM seeded`,
    [appId, Date.now(), rulesVersion],
  ],
  [
    `INSERT INTO "RingEntry" ("userId", "firstSeq", "lastSeq", kind, amount, balance, taps, "startedAt", "endedAt")
     SELECT id, 1, 1, 'taps', earned, earned, 1, $1, $1 FROM seeded WHERE earned > 0`,
    [Date.now()],
  ],
  ['DROP TABLE seeded', []],
]

export const TABLES = ['User', 'Identity', 'Player', 'RingEntry'] as const

/** Adds players to an app, without the triggers that count for statistics. Resolves when the tables are vacuumed. */
export const seedPlayers = async (client: pg.Client, game: Game, range: Range): Promise<void> => {
  for (const table of TABLES) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  for (const [text, values] of statements(game, range)) await client.query(text, values)
  for (const table of TABLES) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
  for (const table of TABLES) await client.query(`VACUUM ANALYZE "${table}"`)
}

/** Init data of Telegram for a player's number. https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app */
const initData = (number: number): string => {
  const id = FIRST_ID + number
  const fields: [string, string][] = [
    ['auth_date', String(Math.floor(Date.now() / 1000))],
    ['user', JSON.stringify({ id, first_name: 'Player', username: `player_${number}` })],
  ]
  const text = fields.map(([name, value]) => `${name}=${value}`).join('\n')
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  return new URLSearchParams([...fields, ['hash', createHmac('sha256', key).update(text).digest('hex')]]).toString()
}

/** Creates an app whose players log in by Telegram, with rules by which no tap of a load is refused. */
export const createGameApp = async (url: string, adminToken: string): Promise<Game> => {
  const admin = createClient(fetchTransport({ baseUrl: url, token: () => adminToken }))
  const { id } = await admin.apps.create({ name: `Growth ${Date.now()}` })
  await admin.apps.update({ id, telegramEnabled: true, telegramBotToken: botToken })
  const generous = { taps: { perSecond: 100, burstSeconds: 600 }, energy: { max: 1_000_000, perSecond: 10_000 } }
  const { version } = await admin.gameRules.update({ appId: id, ...generous })
  return { appId: id, rulesVersion: version }
}

/** Tokens of players that are spread evenly over all. */
export const tokensOf = async (url: string, appId: string, players: number, count: number): Promise<string[]> => {
  const { login } = createClient(fetchTransport({ baseUrl: url }))
  const step = Math.floor(players / count)
  const numbers = Array.from({ length: count }, (_, index) => index * step + 1)
  const tokens: string[] = []
  for (let index = 0; index < count; index += 16) {
    const batch = numbers.slice(index, index + 16)
    const results = await Promise.all(batch.map((number) => login.telegram({ appId, data: initData(number) })))
    tokens.push(...results.map(({ token }) => token))
  }
  return tokens
}
