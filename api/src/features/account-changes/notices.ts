import { randomUUID } from 'node:crypto'
import type { Context } from '../../handler.ts'
import type { AccountChangeModel, Database } from '../../db.ts'
import type { Enqueue } from '../../jobs.ts'
import type { StoredIdentity } from './stored-identity.ts'

/** The addresses for notices to a user. */
export interface Recipient {
  by: 'mail' | 'telegram'
  address: string
}

/** The data of the job. */
export interface Notice {
  changeId: string
  to: Recipient
}

export interface Notices {
  send: (notice: Notice) => Promise<void>
}

/** Sends notices by a background job, so that a call does not wait for a mail server or for Telegram. */
export const createNotices = (jobs: Enqueue<'notice', Notice>): Notices => ({
  send: (notice) => jobs.enqueue('notice', randomUUID(), notice),
})

type Reachable = Pick<StoredIdentity, 'subject' | 'display'> & { provider: string }

const recipientOf = ({ provider, subject, display }: Reachable): Recipient[] => {
  if (provider === 'telegram') return [{ by: 'telegram', address: subject }]
  const isMail = provider === 'email' || (provider === 'google' && display.includes('@'))
  return isMail ? [{ by: 'mail', address: display }] : []
}

/** The user's addresses before the change: without an added one, with a removed one. */
const recipientsOf = async ({ prisma }: Database, { userId, kind, method, credential }: AccountChangeModel) => {
  const identities = await prisma.identity.findMany({
    where: { userId, OR: [{ founding: true }, { confirmedAt: { not: null } }] },
  })
  const existing: Reachable[] = identities.filter(({ provider }) => kind !== 'bind' || provider !== method)
  if (kind === 'unbind') existing.push(credential as unknown as StoredIdentity)
  const all = existing.flatMap(recipientOf)
  return [...new Map(all.map((to) => [`${to.by} ${to.address}`, to])).values()]
}

/** Notifies a user of a change by mail and Telegram. Never throws, because the change is already committed. */
export const tellUser = async (
  { db, notices }: { db: Database; notices: Notices },
  change: AccountChangeModel,
  { log }: Pick<Context, 'log'>,
): Promise<void> => {
  try {
    for (const to of await recipientsOf(db, change)) await notices.send({ changeId: change.id, to })
  } catch (err) {
    log.warn({ err, changeId: change.id }, 'a user could not be notified of an account change')
  }
}
