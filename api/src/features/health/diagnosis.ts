import { statfs } from 'node:fs/promises'
import type { Diagnosis } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { cachedFor } from '../../lib/cached-for.ts'
import { testEmail } from '../login-methods/test-mail.ts'
import { probe } from './probe.ts'

type DiagnosisNeeds = Pick<Platform, 'db' | 'redis' | 'settings' | 'mailer'>

/** Space where the embedded database, the keyring and the outbox are. */
const diskOf = async (folder: string): Promise<Diagnosis['disk']> => {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize } : null
}

const clocks = async ({ db }: DiagnosisNeeds): Promise<Pick<Diagnosis, 'at' | 'databaseAt'>> => {
  const before = Date.now()
  const { rows } = await db.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  // In the middle of the question, which takes as long there as back.
  return { at: new Date((before + Date.now()) / 2), databaseAt: rows[0]!.now }
}

const redisOf = async ({ redis }: DiagnosisNeeds): Promise<Diagnosis['redis']> =>
  redis ? probe(() => redis.client.ping()) : null

/** How long what the mail server said is told again. Milliseconds. */
const TOLD_FOR = 5_000

/** What a request came with that a proxy adds. https://www.rfc-editor.org/rfc/rfc7239 */
const forwarding = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via']

/** The call that says how the server stands to its surroundings: clocks, disk, Redis, mail and the way of the request. */
export const createDiagnosis = (deps: DiagnosisNeeds) => {
  const { settings } = deps
  const mailTest = cachedFor(TOLD_FOR, () => testEmail(deps))
  return async (_: object, { ip, message }: Context): Promise<Diagnosis> => {
    const [times, disk, redis, mail] = await Promise.all([
      clocks(deps),
      diskOf(settings.dataDir),
      redisOf(deps),
      mailTest(),
    ])
    return {
      ...times,
      disk,
      redis,
      mail: { ok: mail.ok, code: mail.code, message: mail.message, remedy: mail.remedy },
      publicUrl: settings.publicUrl,
      isPublicUrlSet: settings.isPublicUrlSet,
      isProduction: settings.production,
      request: {
        ip,
        isForwarded: forwarding.some((name) => message.headers[name] !== undefined),
        trustsProxies: settings.trustedProxies.length > 0,
      },
    }
  }
}
