import { randomUUID } from 'node:crypto'
import type { Context } from '../../auth.ts'
import type { AccountChangeModel, Database } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { Enqueue } from '../../jobs.ts'
import type { StoredIdentity } from '../bind/stored-identity.ts'

/** Where a user is told of a change of its account. */
export interface Recipient {
  by: 'mail' | 'telegram'
  address: string
}

/** What the job is given. */
export interface Notice {
  changeId: string
  to: Recipient
}

export interface Notices {
  send: (notice: Notice) => Promise<void>
}

export const createNotices = (jobs: Enqueue<'notice', Notice>): Notices => ({
  send: (notice) => jobs.enqueue('notice', randomUUID(), notice),
})

type Reachable = Pick<StoredIdentity, 'provider' | 'subject' | 'display'>

const recipientOf = ({ provider, subject, display }: Reachable): Recipient[] => {
  if (provider === 'telegram') return [{ by: 'telegram', address: subject }]
  const isMail = provider === 'email' || (provider === 'google' && display.includes('@'))
  return isMail ? [{ by: 'mail', address: display }] : []
}

/** Everywhere the user was reached before the change: not at what was just added, and at what was just removed. */
const recipientsOf = async ({ prisma }: Database, { userId, kind, method, credential }: AccountChangeModel) => {
  const identities = await prisma.identity.findMany({
    where: { userId, OR: [{ founding: true }, { confirmedAt: { not: null } }] },
  })
  const before: Reachable[] = identities.filter(({ provider }) => kind !== 'bind' || provider !== method)
  if (kind === 'unbind') before.push(credential as unknown as StoredIdentity)
  const all = before.flatMap(recipientOf)
  return [...new Map(all.map((to) => [`${to.by} ${to.address}`, to])).values()]
}

/** Tells a user of a change, by mail and Telegram where it has them. Never throws: the change is made. */
export const tellUser = async (
  { db, notices }: Pick<Deps, 'db' | 'notices'>,
  change: AccountChangeModel,
  { log }: Pick<Context, 'log'>,
): Promise<void> => {
  try {
    for (const to of await recipientsOf(db, change)) await notices.send({ changeId: change.id, to })
  } catch (err) {
    log.warn({ err, changeId: change.id }, 'a user could not be told of an account change')
  }
}
