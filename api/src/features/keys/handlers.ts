import type { ErrorCode } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { CustodyError, type CustodyErrorCode } from '../../custody/index.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import { retireKek } from './retire.ts'
import { rewrapBatch } from './rewrap.ts'
import { rotateKeyring } from './rotate.ts'
import { keysStatus } from './status.ts'
import { verifyBatch } from './verify.ts'

const codes: Partial<Record<CustodyErrorCode, ErrorCode>> = {
  kek_unknown: 'kek_not_found',
  kek_in_use: 'kek_in_use',
  keyring_locked: 'keyring_busy',
  keyring_unwritable: 'keyring_unwritable',
  rotation_elsewhere: 'rotation_elsewhere',
}

/** Answers operators with custody's own message, which is written for them, under the API's error code. */
const asProblem = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const code = error instanceof CustodyError ? codes[error.code] : undefined
    throw code ? new Problem(code, { message: (error as CustodyError).message }) : error
  })

export const keyHandlers = ({ db, keys, settings }: Pick<Platform, 'db' | 'keys' | 'settings'>): Handlers<'keys'> => ({
  status: async () => ({ ...(await keysStatus(db, keys)), signer: settings.signer.kind }),

  rotate: async ({ standby, activate }, context) => {
    const { current, added } = await asProblem(rotateKeyring(db, keys, { standby, activate }))
    const details = { current, standby, ...(added === undefined ? {} : { added }) }
    await record(db.prisma, context, { action: 'key.rotate', targetId: activate ?? added ?? current, details })
    return { current, ...(added === undefined ? {} : { added }) }
  },

  rewrap: async ({ after, limit }, context) => {
    const counts = await asProblem(rewrapBatch(db, keys, { after, limit }))
    const { done, left, failed } = counts
    if (done > 0) await record(db.prisma, context, { action: 'key.rewrap', details: { done, left, failed } })
    return counts
  },

  verify: async ({ after, limit }) => asProblem(verifyBatch(db, keys, { after, limit })),

  retire: async ({ id }, context) => {
    const note = (tx: Tx) => record(tx, context, { action: 'key.retire', targetId: id })
    const outcome = await asProblem(retireKek(db, keys, id, note))
    return { id, ...outcome }
  },
})
