import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { contract, CredentialInput, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Statement } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { MailError } from '../../lib/mail.ts'
import { withDataKey } from '../keys/data-keys.ts'
import type { Counted } from '../../lib/attempt-counters.ts'
import { addressKey } from './attempts.ts'
import { codeMail } from './code-mail.ts'
import { guessedAccount } from './guessed-account.ts'
import { findKnownClient, type KnownAs, rememberClient } from './known-clients.ts'
import { oneTimeDigest } from './one-time.ts'
import { askedPurpose, type BoundPurpose, purposeByOwner } from './purpose.ts'
import type { VerifyCredential } from './verified-credential.ts'
import type { LoginNeeds } from './needs.ts'

/** The lifetime of a code in minutes, and the maximum number of attempts (OWASP ASVS 5, 6.5 and 6.6). */
const LIFETIME_MINUTES = 10
const TRIES = 5
/** How many of the attempts may come from other networks than the request of the code. */
const FOREIGN_NETWORK_TRIES = 3

/** The seal's purpose for codes. */
const SEALED_FOR = 'email-code'

/** An app has one code per e-mail address and purpose; a new code replaces it. */
const store: Statement = {
  name: 'email-code-store',
  text: `
    INSERT INTO "EmailCode" (id, "appId", email, purpose, "sessionId", requester, sealed, "expiresAt")
    VALUES ($1, $2, $3, $4::"Purpose", $5, $6, $7, now() + make_interval(mins => ${LIFETIME_MINUTES}))
    ON CONFLICT ("appId", email, purpose) DO UPDATE
    SET id = excluded.id, "sessionId" = excluded."sessionId", requester = excluded.requester, sealed = excluded.sealed, "expiresAt" = excluded."expiresAt",
      tries = 0, "strayTries" = 0`,
}

/**
 * Counts the attempt and reads the code in one statement, so that parallel guesses cannot bypass the limit. Other networks
 * than the requester's have fewer attempts: users change networks, but guesses of others must not use up a code.
 */
const tryCode: Statement = {
  name: 'email-code-try',
  text: `
    UPDATE "EmailCode" SET tries = tries + 1, "strayTries" = "strayTries" + (requester <> $3)::int
    WHERE "appId" = $1 AND email = $2 AND "expiresAt" > now()
      AND purpose = $4::"Purpose" AND "sessionId" IS NOT DISTINCT FROM $5::uuid
      AND tries < ${TRIES} AND (requester = $3 OR "strayTries" < ${FOREIGN_NETWORK_TRIES})
    RETURNING id, sealed`,
}

const consume: Statement = { name: 'email-code-use', text: 'DELETE FROM "EmailCode" WHERE id = $1 RETURNING id' }

const scopeOf = (appId: string) => ({ owner: 'app', appId }) as const

const requesterOf = (ip: string): string => oneTimeDigest(addressKey(ip)).toString('base64url').slice(0, 22)

/** Known clients are exempt from the shared budget, so that unknown clients cannot lock them out. */
const sharedUnless = (known: KnownAs, shared: Counted): Counted[] => (known ? [] : [shared])

/** The seal's name, which binds a code to its address and purpose. */
const sealedName = (email: string, { purpose }: BoundPurpose): string => `${purpose} ${email}`

/**
 * The purpose of a requested code. Throws `account_mismatch` for a reauthentication with an address that is not the user's,
 * so that others receive no mail about account changes.
 */
const purposeOfCode = async ({ db }: Pick<Platform, 'db'>, { appId, email, purpose }: AskedCode, context: Context) => {
  const usual = purposeByOwner({ db }, 'email', email)
  const { user, ...bound } = await askedPurpose({ appId, purpose }, context, usual)
  if (user && bound.purpose === 'reauthenticate') {
    const where = { appId, userId: user.userId, provider: 'email' as const, subject: email }
    if ((await db.prisma.identity.count({ where })) === 0)
      throw new Problem('account_mismatch', { message: 'This is not the e-mail address of your account' })
  }
  return bound
}

type AskedCode = HandlerInput<typeof contract.login.emailStart>

/** Creates a code for a purpose, replacing the previous one, and sends it. */
export const sendCode = async (deps: LoginNeeds, asked: AskedCode, context: Context): Promise<void> => {
  const { db, keys, attempts, mailer, loginApps } = deps
  const { email } = asked
  const app = await loginApps.getFor(asked.appId, 'email')
  const bound = await purposeOfCode(deps, asked, context)
  if (!mailer) throw new Problem('method_not_configured')
  const [account, address] = [`${app.id} ${email}`, addressKey(context.ip)]
  const known = await findKnownClient(db, guessedAccount.email(app.id, email), context)
  const counters: Counted[] = [
    ['mailByAddressAndIp', `${account} ${address}`],
    ['mailByIp', address],
    ...sharedUnless(known, ['mailByAddress', account]),
  ]
  await attempts.consume(...counters)
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await withDataKey(db.prisma, keys, scopeOf(app.id), async ({ seal }) => {
    const { purpose, sessionId } = bound
    const sealed = seal(SEALED_FOR, sealedName(email, bound), code)
    await db.query(store, [randomUUID(), app.id, email, purpose, sessionId, requesterOf(context.ip), sealed])
  })
  await mailer
    .send(codeMail({ to: email, appName: app.name, purpose: bound.purpose, code, minutes: LIFETIME_MINUTES }), address)
    .catch(async (error: unknown) => {
      if (!(error instanceof MailError)) throw error
      context.log.error({ err: error }, 'a code could not be sent')
      // A slow mail server delivers these too, so that refunds would let a caller exceed the limits.
      if (!error.mayBeSent) await attempts.refund(...counters)
      throw new Problem('mail_unavailable', { retryAfter: 10 })
    })
}

/** One error for a wrong, expired, used or unknown code. */
const codeIncorrect = () => new Problem('email_code_incorrect')

/** Verifies and consumes the code that was sent to the address for this purpose and session. */
export const verifyEmailCredential: VerifyCredential<CredentialInput<'email'>> = async (
  deps,
  app,
  { email, code },
  context,
  bound,
) => {
  const { db, keys, attempts } = deps
  const [account, address] = [`${app.id} ${email}`, addressKey(context.ip)]
  const known = await findKnownClient(db, guessedAccount.email(app.id, email), context)
  const counters: Counted[] = [
    ['codeByIp', address],
    ['codeByAccountAndIp', `${account} ${address}`],
    ...sharedUnless(known, ['codeByAccount', account]),
  ]
  await attempts.consume(...counters)
  const values = [app.id, email, requesterOf(context.ip), bound.purpose, bound.sessionId]
  const [row] = await db.query<{ id: string; sealed: Buffer }>(tryCode, values)
  if (!row) throw codeIncorrect()
  const isCorrect = await withDataKey(db.prisma, keys, scopeOf(app.id), ({ open }) =>
    timingSafeEqual(Buffer.from(open(SEALED_FOR, sealedName(email, bound), row.sealed)), Buffer.from(code)),
  )
  if (!isCorrect || (await db.query(consume, [row.id])).length === 0) throw codeIncorrect()
  await attempts.refund(...counters)
  await rememberClient(db, guessedAccount.email(app.id, email), context, known)
  return { identity: { provider: 'email', subject: email, display: email } }
}
