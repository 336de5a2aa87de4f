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
  /** The id of the change, or of the access where `support` is set. */
  changeId: string
  to: Recipient
  support?: true
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

/** Each address once. */
const distinct = (all: Recipient[]): Recipient[] => [
  ...new Map(all.map((to) => [`${to.by} ${to.address}`, to])).values(),
]

const confirmedIdentities = ({ prisma }: Database, userId: string) =>
  prisma.identity.findMany({ where: { userId, OR: [{ founding: true }, { confirmedAt: { not: null } }] } })

/** The user's addresses before the change: without an added one, with a removed one. */
const recipientsOf = async (db: Database, { userId, kind, method, credential }: AccountChangeModel) => {
  const identities = await confirmedIdentities(db, userId)
  const existing: Reachable[] = identities.filter(({ provider }) => kind !== 'bind' || provider !== method)
  if (kind === 'unbind') existing.push(credential as unknown as StoredIdentity)
  return distinct(existing.flatMap(recipientOf))
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

/** Notifies a user that support began to act in the user's name. Never throws, because the access is already committed. */
export const tellOfSupport = async (
  { db, notices }: { db: Database; notices: Notices },
  { id, userId }: { id: string; userId: string },
  { log }: Pick<Context, 'log'>,
): Promise<void> => {
  try {
    const identities = await confirmedIdentities(db, userId)
    for (const to of distinct(identities.flatMap(recipientOf))) await notices.send({ changeId: id, to, support: true })
  } catch (err) {
    log.warn({ err, supportId: id }, 'a user could not be notified of an access of support')
  }
}
