import type { AccountChangeKind, LoginMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Prisma, Tx } from '../../db.ts'
import { record } from '../audit/record.ts'
import { lockUser } from '../users/lock-user.ts'
import { tellUser } from './notices.ts'
import type { AccountChangeNeeds } from './needs.ts'

/** An access of support is no change that is stored. */
type StoredChangeKind = Exclude<AccountChangeKind, 'support_access'>

/** The entry of an account change in the user's list. */
export interface Change {
  kind: StoredChangeKind
  method: LoginMethod
  /** The display name of the credential. */
  display?: string | null
  /** The data to undo the change. */
  credential?: Prisma.InputJsonObject
}

const auditActions: Record<StoredChangeKind, string> = {
  bind: 'user.bind',
  unbind: 'user.unbind',
  passkey_add: 'user.passkey-add',
  passkey_remove: 'user.passkey-remove',
  password_change: 'user.password-change',
  key_export: 'user.key-export',
  data_export: 'user.data-export',
  deletion_request: 'user.deletion-request',
  deletion_cancel: 'user.deletion-cancel',
}

const recordChange = async (tx: Tx, context: Context<UserIdentity>, change: Change) => {
  const { identity, ip, userAgent } = context
  const { userId, appId } = identity
  const { kind, method, display = null } = change
  const event = { action: auditActions[kind], appId, targetId: userId }
  await record(tx, context, { ...event, details: { method }, personal: { display } })
  return tx.accountChange.create({ data: { ...change, userId, ip, userAgent } })
}

/**
 * Runs an account change: the work, the entry in the user's list and the audit event in one transaction, with user, app and
 * session locked. Notifies the user afterwards. Work without a change creates no entry.
 */
export const changeAccount = async <T>(
  deps: AccountChangeNeeds,
  context: Context<UserIdentity>,
  work: (tx: Tx) => Promise<{ change: Change | undefined; result: T }>,
): Promise<T> => {
  const { userId } = context.identity
  await deps.attempts.consume(['accountChangeByUser', userId])
  const { recorded, result } = await deps.db.transaction(async (tx) => {
    await lockUser(tx, context.identity)
    const { change, result } = await work(tx)
    return { recorded: change && (await recordChange(tx, context, change)), result }
  })
  if (recorded) await tellUser(deps, recorded, context)
  return result
}
