import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../../../db.ts'

/** What servers tell each other: scores that players reached, and players that are gone. */
export interface BoardNews {
  appId: string
  /** By player; null for one that is gone. */
  scores: [userId: string, earned: number | null][]
}

interface Message extends BoardNews {
  from: string
}

/** PostgreSQL's name for it. */
const CHANNEL = 'openauth_boards'
/** PostgreSQL takes less than 8,000 bytes; a score has at most 58. */
const SCORES_A_MESSAGE = 120
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

const portions = ({ appId, scores }: BoardNews, from: string): Message[] =>
  Array.from({ length: Math.ceil(scores.length / SCORES_A_MESSAGE) }, (_, index) => ({
    ...{ from, appId },
    scores: scores.slice(index * SCORES_A_MESSAGE, (index + 1) * SCORES_A_MESSAGE),
  }))

/**
 * Carries scores between the servers of one database by LISTEN and NOTIFY (PostgreSQL 18, "NOTIFY"), on a connection of its own. A lost
 * connection is opened again.
 */
export const openBoardChannel = (
  { pool, directUrl }: Pick<Database, 'pool' | 'directUrl'>,
  listener: Listener,
): BoardChannel => {
  const self = randomUUID()
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let first: Promise<void> | undefined
  let isClosed = false

  const receive = ({ payload = '' }: pg.Notification) => {
    const { from, ...news } = JSON.parse(payload) as Message
    if (from !== self) listener.onNews(news)
  }

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
      if (!isClosed) listener.log.warn({ err }, 'scores of other servers are not received; trying again')
      await client.end().catch(() => undefined)
      listenAgainLater()
      throw err
    }
  }
  const listenAgain = () => {
    connect().then(listener.onGap, () => undefined)
  }
  const listenAgainLater = () => {
    if (!isClosed) again = setTimeout(listenAgain, LISTEN_AGAIN_AFTER).unref()
  }

  return {
    listen: () => (first ??= connect().catch(() => undefined)),
    publish: async (news) => {
      const messages = news.flatMap((each) => portions(each, self)).map((message) => JSON.stringify(message))
      if (messages.length > 0)
        await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, messages])
    },
    close: async () => {
      isClosed = true
      clearTimeout(again)
      await first
      await client?.end().catch(() => undefined)
    },
  }
}
