import type { Database, Tx } from '../../db.ts'
import type { FindPlace } from '../../lib/places.ts'
import type { Tokens } from '../../lib/tokens.ts'
import { type ActiveSessions, createActiveSessions } from './active.ts'
import { endSupport } from './support.ts'
import { createStart, type StartSession } from './start.ts'

export interface Sessions extends ActiveSessions {
  start: StartSession
  /** Ends sessions in the caller's transaction; their tokens are refused here at once, on other servers within a second. */
  end: (tx: Tx, which: { userId: string; id?: string; except?: string; method?: string }) => Promise<number>
}

export const createSessions = (db: Database, tokens: Tokens, findPlace: FindPlace): Sessions => {
  const active = createActiveSessions(db)
  return {
    ...active,
    start: createStart(db, tokens, findPlace),
    end: async (tx, { userId, id, except, method }) => {
      const where = {
        userId,
        ...(id ? { id } : {}),
        ...(except ? { NOT: { id: except } } : {}),
        ...(method ? { method } : {}),
      }
      const { count } = await tx.session.deleteMany({ where })
      // A method names logins, of which an access of support is none.
      const ofSupport = method ? 0 : await endSupport(tx, { userId, id, except })
      active.invalidate()
      return count + ofSupport
    },
  }
}
