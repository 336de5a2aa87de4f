import { isCaseless, type TaskCheckOf } from '@openauth/client'
import type { TransactionModel } from '../../../../db.ts'
import { adapterOf } from '../../../transfers/chains/index.ts'
import { nodeAt } from '../../../nodes/nodes.ts'
import { chainAnswer } from '../chain-answer.ts'
import { type KindRules, type PlayerCheck, verdictOf } from '../kind.ts'
import type { GameNeeds } from '../../needs.ts'

type Send = Pick<
  TransactionModel,
  'status' | 'signature' | 'fromAddress' | 'toAddress' | 'token' | 'nonce' | 'rpcUrl' | 'validUntil'
>

/** How many transfers are looked at. Each of them is big enough and may have been confirmed. */
const MOST = 5

/** When transfers begin to count. */
const beginOf = ({ task, since }: PlayerCheck<'send'>): Date =>
  new Date(Math.max(since, (task.startsAt ?? task.createdAt).getTime()))

/** The ledger's transfers that the task asks for, confirmed ones first. */
const findSends = (context: PlayerCheck<'send'>): Promise<Send[]> => {
  const { deps, player, check } = context
  // Addresses are compared in lower case, where a difference of case is none.
  const caseless = isCaseless(check.network)
  const spelling = (address: string | null) => (caseless ? (address?.toLowerCase() ?? null) : address)
  const [token, to] = [spelling(check.token), spelling(check.toAddress)]
  return deps.db.prisma.$queryRaw<Send[]>`
    WITH sent AS (
      SELECT *, CASE WHEN ${caseless} THEN lower(token) ELSE token END AS "sentToken",
        CASE WHEN ${caseless} THEN lower("toAddress") ELSE "toAddress" END AS "sentTo"
      FROM "Transaction"
      WHERE "userId" = ${player.userId}::uuid AND network = ${check.network} AND kind = 'transfer' AND "createdAt" >= ${beginOf(context)}
        AND status IN ('created', 'submitted', 'confirmed') AND amount ~ '^[0-9]+$'
    )
    SELECT status::text, signature, "fromAddress", "toAddress", token, nonce, "rpcUrl", "validUntil" FROM sent
    WHERE amount::numeric >= ${check.amount}::numeric AND "sentToken" IS NOT DISTINCT FROM ${token}::text
      AND "sentTo" IS DISTINCT FROM (CASE WHEN ${caseless} THEN lower("fromAddress") ELSE "fromAddress" END) AND (${to}::text IS NULL OR "sentTo" = ${to}::text)
    ORDER BY status = 'confirmed' DESC, "createdAt" LIMIT ${MOST}::int`
}

/** Whether the ledger and the chain both have it. */
const isConfirmed = async (
  { nodes }: Pick<GameNeeds, 'nodes'>,
  check: TaskCheckOf<'send'>,
  send: Send,
): Promise<boolean> => {
  const { status, signature, rpcUrl } = send
  if (status !== 'confirmed' || signature === null) return false
  const { rpc } = nodeAt(nodes, check.network, rpcUrl)
  return adapterOf(check.network).hasTransferred(rpc, { ...send, signature }, BigInt(check.amount))
}

/**
 * A transfer from the player's wallet. The ledger says which transaction it was, what it was to move and that it was confirmed; the chain is
 * asked again whether it has it, and of tokens on EVM networks what moved.
 */
export const send: KindRules<'send'> = {
  asksOthers: true,
  verify: async (context) => {
    const { deps, check } = context
    const sends = await findSends(context)
    for (const each of sends)
      if (await chainAnswer(context, async () => isConfirmed(deps, check, each))) return { isDone: true }
    return verdictOf(false, sends.length > 0 ? 'not_confirmed' : 'no_send')
  },
}
