import { randomUUID } from 'node:crypto'
import { type contract, type HandlerInput, type LoginMethod, loginOrder, switchOf } from '@openauth/client'
import type { Context } from '../../../handler.ts'
import { isUniqueViolation, type Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { lookalikeKey } from '../../../lib/lookalikes/lookalike-key.ts'
import { loginSettingsOf } from '../../apps/login-settings.ts'
import { record } from '../../audit/record.ts'
import { sealSeeds } from '../../users/wallets.ts'
import type { UserManagementNeeds } from '../needs.ts'
import { type Candidate, candidateOf, isRefused, type Judged } from './candidate.ts'
import { judgeRows, type RowVerdict } from './judge.ts'
import { storeUsers } from './store.ts'
import { findTaken } from './taken.ts'

type Given = HandlerInput<typeof contract.users.bulkImport>

/** How often rows are judged again because a login made one of their users meanwhile. */
const ATTEMPTS = 12

/** Rows judged by their own fields, and the id of each that names none. */
interface Work {
  appId: string
  rows: Judged<Candidate>[]
  newIds: string[]
}

const judge = async (tx: Tx, { appId, rows, newIds }: Work): Promise<RowVerdict[]> => {
  const candidates = rows.filter((row): row is Candidate => !isRefused(row))
  return judgeRows(rows, await findTaken(tx, appId, candidates), appId, newIds)
}

const createdOf = (verdicts: RowVerdict[]) => verdicts.filter((each) => each.verdict === 'created')

/** Imports into one app store one after another, and so do registrations of names that look like theirs. */
const lock = async (tx: Tx, { appId, rows }: Work): Promise<void> => {
  const names = rows
    .flatMap((row) => (isRefused(row) ? [] : row.identities))
    .filter(({ provider }) => provider === 'username')
  const locks = names.map(({ display }) => `username ${appId} ${lookalikeKey(display)}`)
  for (const texts of [[`import ${appId}`], locks.toSorted()])
    await tx.$queryRaw`
      SELECT count(*)::int FROM (
        SELECT pg_advisory_xact_lock(hashtextextended(given.text, 0)) FROM unnest(${texts}::text[]) AS given (text)) locks`
}

type ImportNeeds = Pick<UserManagementNeeds, 'db' | 'keys' | 'requestWallets'>

/** Judges the rows and stores the new users with their seeds. What is sealed for a transaction that fails is thrown away. */
const store = ({ db, keys }: ImportNeeds, work: Work, context: Context): Promise<RowVerdict[]> =>
  db.transaction(async (tx) => {
    const { appId } = work
    await lock(tx, work)
    const verdicts = await judge(tx, work)
    const created = createdOf(verdicts)
    const ids = created.map(({ id }) => id)
    const seeds = await sealSeeds(keys, appId, ids)
    const users = created.map(({ id, candidate }, index) => ({ id, candidate, seed: seeds[index]! }))
    await storeUsers(tx, appId, users)
    const { existing, refused } = countsOf(verdicts)
    await record(tx, context, {
      action: 'user.import',
      appId,
      details: { created: created.length, existing, failed: refused },
    })
    return verdicts
  })

const storeAll = async (needs: ImportNeeds, work: Work, context: Context): Promise<RowVerdict[]> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const verdicts = await store(needs, work, context).catch((error: unknown) => {
      if (isUniqueViolation(error)) return undefined
      throw error
    })
    if (verdicts) return verdicts
  }
  throw new Problem('changed_meanwhile')
}

const countsOf = (verdicts: RowVerdict[]) => {
  const count = (word: RowVerdict['verdict']) => verdicts.filter(({ verdict }) => verdict === word).length
  return { created: count('created'), existing: count('exists'), refused: count('refused') }
}

/** The methods by which a new user can log in: a user name needs a password. */
const methodsOf = ({ identities, passwordHash }: Candidate): LoginMethod[] =>
  identities.map(({ provider }) => provider).filter((method) => method !== 'username' || passwordHash !== undefined)

const loginsOf = (verdicts: RowVerdict[], settings: ReturnType<typeof loginSettingsOf>) => {
  const candidates = createdOf(verdicts).map(({ candidate }) => candidate)
  const methods = candidates.map(methodsOf)
  return {
    logins: loginOrder.flatMap((method) => {
      const users = methods.filter((some) => some.includes(method)).length
      return users === 0 ? [] : [{ method, users, enabled: settings[switchOf[method]] }]
    }),
    withoutLogin: methods.filter((some) => some.length === 0).length,
    unusedPasswords: candidates.filter(({ user, passwordHash }) => user.passwordHash && !passwordHash).length,
  }
}

/** The answer names no id that a dry run would have given: the import gives others. */
const present = (verdict: RowVerdict, dryRun: boolean) => ({
  verdict: verdict.verdict,
  id: verdict.verdict === 'refused' || (dryRun && verdict.verdict === 'created') ? null : verdict.id,
  issues: verdict.verdict === 'refused' ? verdict.issues : [],
})

/**
 * Imports users into an app, each with the seed of its wallets, and answers with a verdict for each row (judgeRows says which). Those that are
 * created are stored in one transaction with the audit line, so that a crash leaves whole users, and the call can be repeated.
 * A dry run judges and stores nothing. Throws `app_not_found`, and `changed_meanwhile` if logins keep making the same users.
 */
export const bulkImport = async (deps: ImportNeeds, { appId, users, dryRun }: Given, context: Context) => {
  const where = { id: appId, deletedAt: null }
  const app = await deps.db.prisma.app.findFirst({ where, select: { loginSettings: true } })
  if (!app) throw new Problem('app_not_found')
  const work: Work = { appId, rows: users.map(candidateOf), newIds: users.map(() => randomUUID()) }
  const verdicts = dryRun ? await judge(deps.db.prisma, work) : await storeAll(deps, work, context)
  const created = dryRun ? [] : createdOf(verdicts).map(({ id }) => id)
  if (created.length > 0) await deps.requestWallets({ appId, userIds: created })
  return {
    ...countsOf(verdicts),
    verdicts: verdicts.map((verdict) => present(verdict, dryRun)),
    ...loginsOf(verdicts, loginSettingsOf(app)),
  }
}
