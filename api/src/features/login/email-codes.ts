import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { CredentialInput } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { Statement } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { MailError } from '../../lib/mail.ts'
import { withDataKey } from '../keys/data-keys.ts'
import type { Counted } from '../../lib/limits.ts'
import { addressKey } from './attempts.ts'
import { codeMail } from './code-mail.ts'
import { findKnownClient, type KnownAs, rememberClient } from './known-clients.ts'
import type { LoginApp } from './login-apps.ts'
import { oneTimeDigest } from './one-time.ts'
import type { VerifyCredential } from './verified-credential.ts'

/** How long a code holds, and how often it may be tried (OWASP ASVS 5, 6.5 and 6.6). Minutes; tries. */
const LIFETIME_MINUTES = 10
const TRIES = 5
/** How many of the tries may come from other networks than the one that asked. */
const STRAY_TRIES = 3

const PURPOSE = 'email-code'

/** One code of an app lives for an e-mail address: a new one replaces it, whoever asks. */
const store: Statement = {
  name: 'email-code-store',
  text: `
    INSERT INTO "EmailCode" (id, "appId", email, requester, sealed, "expiresAt")
    VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => ${LIFETIME_MINUTES}))
    ON CONFLICT ("appId", email) DO UPDATE
    SET id = excluded.id, requester = excluded.requester, sealed = excluded.sealed, "expiresAt" = excluded."expiresAt",
      tries = 0, "strayTries" = 0`,
}

/**
 * Counts the try and reads the code in one statement: parallel guesses cannot outrun the count. Tries from another network
 * than the one that asked are fewer: people change networks, and strangers who guess must not use up a code.
 */
const tryCode: Statement = {
  name: 'email-code-try',
  text: `
    UPDATE "EmailCode" SET tries = tries + 1, "strayTries" = "strayTries" + (requester <> $3)::int
    WHERE "appId" = $1 AND email = $2 AND "expiresAt" > now()
      AND tries < ${TRIES} AND (requester = $3 OR "strayTries" < ${STRAY_TRIES})
    RETURNING id, sealed`,
}

const use: Statement = { name: 'email-code-use', text: 'DELETE FROM "EmailCode" WHERE id = $1 RETURNING id' }

const scopeOf = (appId: string) => ({ owner: 'app', appId }) as const

const requesterOf = (ip: string): string => oneTimeDigest(addressKey(ip)).toString('base64url').slice(0, 22)

/** What clients are known to. */
const guessedAccount = (account: string): string => `email ${account}`

/** The budget that all strangers share is not that of whoever logged in before: strangers who use it up lock nobody out. */
const sharedUnless = (known: KnownAs, shared: Counted): Counted[] => (known ? [] : [shared])

/** Makes a code and sends it; the one before it counts no more. */
export const sendCode = async (deps: Deps, app: LoginApp, email: string, context: Context): Promise<void> => {
  const { db, keys, limits, mailer } = deps
  if (!mailer) throw new Problem('method_not_configured')
  const [account, address] = [`${app.id} ${email}`, addressKey(context.ip)]
  const known = await findKnownClient(db, guessedAccount(account), context)
  const counted: Counted[] = [
    ['mailByAddressAndIp', `${account} ${address}`],
    ['mailByIp', address],
    ...sharedUnless(known, ['mailByAddress', account]),
  ]
  await limits.consume(...counted)
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await withDataKey(db.prisma, keys, scopeOf(app.id), async ({ seal }) => {
    await db.query(store, [randomUUID(), app.id, email, requesterOf(context.ip), seal(PURPOSE, email, code)])
  })
  await mailer
    .send(codeMail({ to: email, appName: app.name, code, minutes: LIFETIME_MINUTES }))
    .catch(async (error: unknown) => {
      if (!(error instanceof MailError)) throw error
      context.log.error({ err: error }, 'a login code could not be sent')
      await limits.refund(...counted)
      throw new Problem('mail_unavailable', { retryAfter: 10 })
    })
}

/** A wrong, expired, used or unknown code are told alike. */
const refused = () => new Problem('email_code_incorrect')

/** The code that was sent to the address, which is thereby used up. */
export const verifyEmailCredential: VerifyCredential<CredentialInput<'email'>> = async (
  deps,
  app,
  { email, code },
  context,
) => {
  const { db, keys, limits } = deps
  const [account, address] = [`${app.id} ${email}`, addressKey(context.ip)]
  const known = await findKnownClient(db, guessedAccount(account), context)
  const counted: Counted[] = [
    ['codeByIp', address],
    ['codeByAccountAndIp', `${account} ${address}`],
    ...sharedUnless(known, ['codeByAccount', account]),
  ]
  await limits.consume(...counted)
  const [row] = await db.query<{ id: string; sealed: Buffer }>(tryCode, [app.id, email, requesterOf(context.ip)])
  if (!row) throw refused()
  const isRight = await withDataKey(db.prisma, keys, scopeOf(app.id), ({ open }) =>
    timingSafeEqual(Buffer.from(open(PURPOSE, email, row.sealed)), Buffer.from(code)),
  )
  if (!isRight || (await db.query(use, [row.id])).length === 0) throw refused()
  await limits.refund(...counted)
  await rememberClient(db, guessedAccount(account), context, known)
  return { identity: { provider: 'email', subject: email, display: email } }
}
