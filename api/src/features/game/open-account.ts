import type { UserIdentity } from '../../handler.ts'
import type { Keyed, PlayerModel, RingEntryModel, Statement, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Platform } from '../../resources.ts'
import { type Account, addEarned, HOUR, newAccount, settle, toAccount } from './account.ts'
import { inTurn } from './in-turn.ts'
import { isEarned, type PostingKind } from './posting-kinds.ts'
import { readRulesIn, type RulesCache, type VersionedRules } from './rules.ts'

/** What accounts of rings need. What a change earned is told to boards, and to the totals of the player's squad. */
export interface RingAccountNeeds extends Pick<Platform, 'db' | 'clock'> {
  gameRules: RulesCache
  boards: { set: (appId: string, userId: string, score: Pick<Account, 'earned' | 'week' | 'weekEarned'>) => void }
  squadTotals: { mark: (squadId: string) => void }
}

/** Whose account it is. */
export type PlayerIdentity = Pick<UserIdentity, 'userId' | 'appId'>

/** A player's account as it is at a time. */
export interface PresentAccount extends VersionedRules {
  account: Account
  now: number
}

/** A player's account, locked for one change. */
export interface OpenAccount extends PresentAccount {
  tx: Tx
  /**
   * Adds rings to the balance, or takes them from it where `amount` is negative, with a line in the ledger.
   * Throws `not_enough_rings`.
   */
  post: (kind: PostingKind, amount: number, reference: string) => void
  /** Pays taps, in the ledger's line of taps of this hour, which begins anew where something else was posted since. */
  postTaps: (taps: number, pay: number) => void
}

const findLocked = async (tx: Tx, userId: string): Promise<Account | undefined> => {
  const [row] = await tx.$queryRaw<PlayerModel[]>`SELECT * FROM "Player" WHERE "userId" = ${userId}::uuid FOR UPDATE`
  return row && toAccount(row)
}

/** Makes the account of a user that has none. The lock waits for a deletion under way, whose user gets none; FOR KEY SHARE would not. */
const create = async (tx: Tx, identity: PlayerIdentity, rules: VersionedRules, now: number): Promise<Account> => {
  const live = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "User" WHERE id = ${identity.userId}::uuid AND "deletedAt" IS NULL FOR SHARE`
  if (live.length === 0) throw new Problem('unauthorized')
  await tx.player.createMany({ data: [newAccount(identity, rules, now)], skipDuplicates: true })
  return (await findLocked(tx, identity.userId))!
}

/** Takes the rewards that others granted, such as for an invitation that was verified. */
const takeRewards = async ({ tx, account, post }: OpenAccount): Promise<void> => {
  const { userId } = account
  const granted = await tx.ringReward.findMany({ where: { userId, ledgerSeq: null }, orderBy: { grantedAt: 'asc' } })
  for (const { kind, reference, amount } of granted) {
    post(kind, Number(amount), reference)
    const id = { userId, kind, reference }
    await tx.ringReward.update({ where: { userId_kind_reference: id }, data: { ledgerSeq: account.ledgerSeq } })
  }
}

/** The postings of an open account. A line of taps that is there already is stored with what is added to it. */
const createPostings = (account: Account, now: number) => {
  const entries: RingEntryModel[] = []
  const enter = (
    kind: PostingKind,
    amount: number,
    { seq, ...more }: { seq: number; taps: number; reference: string | null },
  ) => {
    account.rings += amount
    if (isEarned(kind)) addEarned(account, amount, now)
    account.ledgerSeq += 1
    const [last, at] = [BigInt(account.ledgerSeq), BigInt(now)]
    const amounts = { amount: BigInt(amount), balance: BigInt(account.rings) }
    entries.push({
      userId: account.userId,
      firstSeq: BigInt(seq),
      lastSeq: last,
      kind,
      startedAt: at,
      endedAt: at,
      ...amounts,
      ...more,
    })
  }
  const post: OpenAccount['post'] = (kind, amount, reference) => {
    if (amount === 0) return
    if (account.rings + amount < 0)
      throw new Problem('not_enough_rings', {
        message: `This takes ${-amount} rings, and the balance is ${account.rings}`,
      })
    account.openSeq = null
    enter(kind, amount, { seq: account.ledgerSeq + 1, taps: 0, reference })
  }
  const postTaps: OpenAccount['postTaps'] = (taps, pay) => {
    const hour = now - (now % HOUR)
    const isOpen = account.openSeq !== null && account.openHour === hour
    const seq = isOpen ? account.openSeq! : account.ledgerSeq + 1
    Object.assign(account, { openSeq: seq, openHour: hour })
    enter('taps', pay, { seq, taps, reference: null })
  }
  return { entries, post, postTaps }
}

const openIn = async (
  tx: Tx,
  identity: PlayerIdentity,
  { cached, gameRules, now }: { cached: VersionedRules; now: number } & Pick<RingAccountNeeds, 'gameRules'>,
) => {
  const account = (await findLocked(tx, identity.userId)) ?? (await create(tx, identity, cached, now))
  // Another server may know newer rules than this one's cache: it has brought the account to them.
  const isOutdated = account.rulesVersion > cached.version
  if (isOutdated) gameRules.invalidate(identity.appId)
  const rules = isOutdated ? await readRulesIn(tx, identity.appId) : cached
  settle(account, rules, now)
  const { entries, ...postings } = createPostings(account, now)
  return { open: { ...rules, account, now, tx, ...postings }, entries }
}

/** Adds to the line that is there, as the statement of many players' taps does (taps.ts). */
const extendLine = (
  tx: Tx,
  { userId, firstSeq, lastSeq, kind, amount, balance, taps, startedAt, endedAt }: RingEntryModel,
) =>
  tx.$executeRaw`
    INSERT INTO "RingEntry" AS e ("userId", "firstSeq", "lastSeq", kind, amount, balance, taps, "startedAt", "endedAt")
    VALUES (${userId}::uuid, ${firstSeq}, ${lastSeq}, ${kind}::"RingEntryKind", ${amount}, ${balance}, ${taps}, ${startedAt}, ${endedAt})
    ON CONFLICT ("userId", "firstSeq") DO UPDATE SET "lastSeq" = excluded."lastSeq", amount = e.amount + excluded.amount,
      balance = excluded.balance, taps = e.taps + excluded.taps, "endedAt" = excluded."endedAt"`

const save = async (tx: Tx, { userId, ...account }: Account, entries: RingEntryModel[]): Promise<void> => {
  await tx.player.update({ where: { userId }, data: account })
  const isLine = ({ kind }: RingEntryModel) => kind === 'taps'
  const others = entries.filter((entry) => !isLine(entry))
  if (others.length > 0) await tx.ringEntry.createMany({ data: others })
  for (const line of entries.filter(isLine)) await extendLine(tx, line)
}

/**
 * Opens a player's account for a change: makes it if there is none, locks it, brings it to the present, posts granted rewards,
 * runs `change`, and stores the account with its postings. Nothing is stored where `change` throws. It may run more than
 * once and must have no effect outside `tx`.
 * Throws `game_off`, `unauthorized` for a deleted user, LimitExceededError for a player with too many calls at once, and what
 * `change` throws.
 */
export const withAccount = async <T>(
  { db, gameRules, clock, boards, squadTotals }: RingAccountNeeds,
  identity: PlayerIdentity,
  change: (open: OpenAccount) => T | Promise<T>,
): Promise<T> => {
  const cached = await gameRules.get(identity.appId)
  let score: Account | undefined
  const run = async (tx: Tx): Promise<T> => {
    const { open, entries } = await openIn(tx, identity, { cached, gameRules, now: clock() })
    await takeRewards(open)
    const result = await change(open)
    await save(tx, open.account, entries)
    score = open.account
    return result
  }
  const result = await inTurn('change', identity.userId, () => db.transaction(run))
  if (score && score.earned > 0 && !score.isHidden) boards.set(identity.appId, identity.userId, score)
  if (score?.squadId) squadTotals.mark(score.squadId)
  return result
}

/** Accounts that are being opened for a read. */
const opening = new Map<string, Promise<void>>()

/** Makes an account, or brings it to the rules in force: reads that come meanwhile share it. */
const openForReads = (deps: RingAccountNeeds, identity: PlayerIdentity): Promise<void> => {
  const { userId } = identity
  const known = opening.get(userId)
  if (known) return known
  const opened = withAccount(deps, identity, () => undefined).finally(() => opening.delete(userId))
  opening.set(userId, opened)
  return opened
}

const findAccounts: Statement = {
  name: 'game-accounts',
  text: `
    SELECT p."userId" AS key, to_jsonb(p) AS account,
      EXISTS (SELECT 1 FROM "RingReward" r WHERE r."userId" = p."userId" AND r."ledgerSeq" IS NULL) AS "hasRewards"
    FROM "Player" p WHERE p."userId" = ANY($1)`,
}

/**
 * A player's account as it is now, without a lock. An account that does not exist, has rewards to post or follows older rules is
 * opened first. Throws `game_off`, and `unauthorized` for a deleted user.
 */
export const readAccount = async (deps: RingAccountNeeds, identity: PlayerIdentity): Promise<PresentAccount> => {
  const { db, gameRules, clock } = deps
  const find = async () => {
    const rules = await gameRules.get(identity.appId)
    const row = await db.find<Keyed & { account: Account; hasRewards: boolean }>(findAccounts, identity.userId)
    const isCurrent = row?.account.rulesVersion === rules.version
    return { rules, row, isCurrent }
  }
  let found = await find()
  if (!found.row || !found.isCurrent || found.row.hasRewards) {
    await openForReads(deps, identity)
    found = await find()
  }
  // The user was deleted at this moment.
  if (!found.row) throw new Problem('unauthorized')
  // A copy: concurrent reads of one player share the row.
  const [account, now] = [{ ...found.row.account }, clock()]
  settle(account, found.rules, now)
  return { ...found.rules, account, now }
}
