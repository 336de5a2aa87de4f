import { randomUUID } from 'node:crypto'
import type { Custody } from '../custody.ts'
import { CustodyError } from '../errors.ts'

/** Time limit of the server's query while the keyring is locked, in milliseconds. */
const PATIENCE = 30_000

export interface Retirements {
  /** The keyring stays locked until `end` or the time limit, so that a server that died does not block rotation. */
  begin: (kekId: string) => Promise<string>
  /** Throws request_refused if the retirement has ended, kek_in_use if `isUnused` is false. */
  end: (retirement: string, isUnused: boolean) => Promise<void>
}

interface Retirement {
  decide: (isUnused: boolean) => void
  done: Promise<void>
}

const tooLate = () =>
  new CustodyError('request_refused', 'This retirement has ended without removing the key. Begin it again.')

/** `retire` in two calls, because the database is queried in between by a process without the keyring. */
export const createRetirements = (custody: Custody): Retirements => {
  const open = new Map<string, Retirement>()
  return {
    begin: (kekId) =>
      new Promise((tell, refuse) => {
        const name = randomUUID()
        const isUnused = () =>
          new Promise<boolean>((resolve, reject) => {
            const timer = setTimeout(() => reject(tooLate()), PATIENCE)
            const decide = (answer: boolean) => {
              clearTimeout(timer)
              resolve(answer)
            }
            open.set(name, { decide, done })
            tell(name)
          })
        const done = custody.retire(kekId, isUnused).finally(() => open.delete(name))
        done.catch(refuse)
      }),
    end: async (name, isUnused) => {
      const retirement = open.get(name)
      if (!retirement) throw tooLate()
      retirement.decide(isUnused)
      await retirement.done
    },
  }
}
