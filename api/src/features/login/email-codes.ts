import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Shown } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { Statement } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { MailError } from '../../lib/mail.ts'
import { withDataKey } from '../keys/data-keys.ts'
import { addressKey } from './attempts.ts'
import { codeMail } from './code-mail.ts'
import type { LoginApp } from './login-apps.ts'
import type { Prove } from './proof.ts'

/** How long a code holds, and how often it may be tried (OWASP ASVS 5, 6.5 and 6.6). Minutes; tries. */
const LIFETIME_MINUTES = 10
const TRIES = 5

const PURPOSE = 'email-code'

const store: Statement = {
  name: 'email-code-store',
  text: `
    INSERT INTO "EmailCode" (id, "appId", email, sealed, "expiresAt")
    VALUES ($1, $2, $3, $4, now() + make_interval(mins => ${LIFETIME_MINUTES}))
    ON CONFLICT ("appId", email) DO UPDATE
    SET id = excluded.id, sealed = excluded.sealed, "expiresAt" = excluded."expiresAt", tries = 0`,
}

/** Counts the try and reads the code in one statement: parallel guesses cannot outrun the count. */
const tryCode: Statement = {
  name: 'email-code-try',
  text: `
    UPDATE "EmailCode" SET tries = tries + 1
    WHERE "appId" = $1 AND email = $2 AND tries < ${TRIES} AND "expiresAt" > now()
    RETURNING id, sealed`,
}

const use: Statement = { name: 'email-code-use', text: 'DELETE FROM "EmailCode" WHERE id = $1 RETURNING id' }

const scopeOf = (appId: string) => ({ owner: 'app', appId }) as const

/** Makes a code, sends it, and from then on it is the only one that counts for this address. */
export const sendCode = async (deps: Deps, app: LoginApp, email: string, context: Context): Promise<void> => {
  const { db, keys, limits, mailer } = deps
  if (!mailer) throw new Problem('method_not_configured')
  await limits.take(['mailByAddress', `${app.id} ${email}`], ['mailByIp', addressKey(context.ip)])
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await withDataKey(db.prisma, keys, scopeOf(app.id), async ({ seal }) => {
    await db.query(store, [randomUUID(), app.id, email, seal(PURPOSE, email, code)])
  })
  await mailer
    .send(codeMail({ to: email, appName: app.name, code, minutes: LIFETIME_MINUTES }))
    .catch((error: unknown) => {
      if (!(error instanceof MailError)) throw error
      context.log.error({ err: error }, 'a login code could not be sent')
      throw new Problem('mail_unavailable', { retryAfter: 10 })
    })
}

/** A wrong, expired, used or unknown code are told alike. */
const refused = () => new Problem('email_code_incorrect')

/** The code that was sent to the address, which is thereby used up. */
export const proveEmail: Prove<Shown<'email'>> = async (deps, app, { email, code }, context) => {
  const { db, keys, limits } = deps
  const counted = ['codeByIp', addressKey(context.ip)] as const
  await limits.take(counted)
  const [row] = await db.query<{ id: string; sealed: Buffer }>(tryCode, [app.id, email])
  if (!row) throw refused()
  const expected = await withDataKey(db.prisma, keys, scopeOf(app.id), ({ open }) => open(PURPOSE, email, row.sealed))
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(code))) throw refused()
  if ((await db.query(use, [row.id])).length === 0) throw refused()
  await limits.giveBack(counted)
  return { identity: { provider: 'email', subject: email, display: email }, limited: false }
}
