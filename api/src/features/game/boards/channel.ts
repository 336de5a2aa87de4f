import { randomUUID } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod'
import type { Database } from '../../../db.ts'
import type { News } from './score.ts'

/** What servers tell each other: scores that players reached, and players that are gone. */
export interface BoardNews {
  appId: string
  scores: [userId: string, news: News][]
}

/** Short, since PostgreSQL bounds it: a player without figures is gone. */
const Message = z.object({
  from: z.string(),
  appId: z.uuid(),
  scores: z.array(z.union([z.tuple([z.uuid()]), z.tuple([z.uuid(), z.int(), z.int(), z.int()])])),
})
type Message = z.output<typeof Message>

/** PostgreSQL's name for it. */
const CHANNEL = 'openauth_boards'
/** PostgreSQL takes less than 8,000 bytes; a score has at most 82. */
const SCORES_A_MESSAGE = 90
/** Delay before another attempt to listen. Milliseconds. */
const LISTEN_AGAIN_AFTER = 1000

export interface BoardChannel {
  /**
   * Listens from the first call on. Resolves once it does, or once the first attempt has failed: then it tries again, and `onGap` says
   * when it succeeds.
   */
  listen: () => Promise<void>
  /** Tells the other servers. One statement. */
  publish: (news: BoardNews[]) => Promise<void>
  close: () => Promise<void>
}

interface Listener {
  onNews: (news: BoardNews) => void
  /** Called whenever news may have been missed. */
  onGap: () => void
  log: { warn: (fields: object, message: string) => void }
}

const batches = ({ appId, scores }: BoardNews, from: string): Message[] =>
  Array.from({ length: Math.ceil(scores.length / SCORES_A_MESSAGE) }, (_, index) => ({
    from,
    appId,
    scores: scores
      .slice(index * SCORES_A_MESSAGE, (index + 1) * SCORES_A_MESSAGE)
      .map(([userId, news]) => (news ? [userId, news.earned, news.week, news.weekEarned] : [userId])),
  }))

/** What a notification says; undefined for one of no server of this version. */
const parseMessage = (payload: string): Message | undefined => {
  try {
    return Message.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const newsOf = ({ appId, scores }: Message): BoardNews => ({
  appId,
  scores: scores.map(([userId, earned, week = 0, weekEarned = 0]) => [
    userId,
    earned === undefined ? null : { earned, week, weekEarned },
  ]),
})

/** Listens on a connection of its own. A lost one is opened again. */
const createListening = (
  directUrl: string,
  { onGap, log }: Pick<Listener, 'onGap' | 'log'>,
  receive: (notification: pg.Notification) => void,
): Pick<BoardChannel, 'listen' | 'close'> => {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let first: Promise<void> | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    client = new pg.Client({ connectionString: directUrl, application_name: 'openauth boards', keepAlive: true })
    client.on('notification', receive)
    // A lost connection ends; without a listener its error would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      client.once('end', listenAgainLater)
    } catch (err) {
      if (!isClosed) log.warn({ err }, 'scores of other servers are not received; trying again')
      await client.end().catch(() => undefined)
      listenAgainLater()
      throw err
    }
  }
  const listenAgain = () => {
    connect().then(onGap, () => undefined)
  }
  const listenAgainLater = () => {
    if (!isClosed) again = setTimeout(listenAgain, LISTEN_AGAIN_AFTER).unref()
  }

  return {
    listen: () => (first ??= connect().catch(() => undefined)),
    close: async () => {
      isClosed = true
      clearTimeout(again)
      await first
      await client?.end().catch(() => undefined)
    },
  }
}

/** Carries scores between the servers of one database by LISTEN and NOTIFY (PostgreSQL 18, "NOTIFY"). */
export const openBoardChannel = (
  { pool, directUrl }: Pick<Database, 'pool' | 'directUrl'>,
  listener: Listener,
): BoardChannel => {
  const self = randomUUID()
  const receive = ({ payload = '' }: pg.Notification) => {
    const message = parseMessage(payload)
    if (message && message.from !== self) listener.onNews(newsOf(message))
  }
  return {
    ...createListening(directUrl, listener, receive),
    publish: async (news) => {
      const messages = news.flatMap((each) => batches(each, self)).map((message) => JSON.stringify(message))
      if (messages.length > 0)
        await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, messages])
    },
  }
}
