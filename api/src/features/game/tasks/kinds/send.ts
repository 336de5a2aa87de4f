import { isEvmNetwork, type TaskCheckOf } from '@openauth/client'
import type { TransactionModel } from '../../../../db.ts'
import type { Deps } from '../../../../deps.ts'
import { statusOf as solanaStatusOf } from '../../../../lib/solana/status.ts'
import { loadLibrary } from '../../../transfers/chains/evm/load-library.ts'
import { nodeAt } from '../../../wallets/nodes.ts'
import { chainAnswer } from '../chain-answer.ts'
import { type KindRules, type PlayerCheck, verdictOf } from '../kind.ts'

type Send = Pick<
  TransactionModel,
  'status' | 'signature' | 'fromAddress' | 'toAddress' | 'token' | 'nonce' | 'rpcUrl' | 'validUntil'
>

/** How many transfers are looked at. Each of them is big enough and may have been confirmed. */
const MOST = 5

/** When transfers begin to count. */
const beginOf = ({ task, since }: PlayerCheck<'send'>): Date =>
  new Date(Math.max(since, (task.startsAt ?? task.createdAt).getTime()))

const sameAddress = (network: string, address: string | null): string | null =>
  address === null || network === 'solana' ? address : address.toLowerCase()

/** The ledger's transfers that the task asks for, confirmed ones first. */
const findSends = (context: PlayerCheck<'send'>): Promise<Send[]> => {
  const { deps, player, check } = context
  const [token, to] = [check.token, check.toAddress].map((each) => sameAddress(check.network, each)) as [
    string | null,
    string | null,
  ]
  return deps.db.prisma.$queryRaw<Send[]>`
    WITH sent AS (
      SELECT *, CASE WHEN ${check.network} = 'solana' THEN token ELSE lower(token) END AS "sentToken",
        CASE WHEN ${check.network} = 'solana' THEN "toAddress" ELSE lower("toAddress") END AS "sentTo"
      FROM "Transaction"
      WHERE "userId" = ${player.userId}::uuid AND network = ${check.network} AND kind = 'transfer' AND "createdAt" >= ${beginOf(context)}
        AND status IN ('created', 'submitted', 'confirmed') AND amount ~ '^[0-9]+$'
    )
    SELECT status::text, signature, "fromAddress", "toAddress", token, nonce, "rpcUrl", "validUntil" FROM sent
    WHERE amount::numeric >= ${check.amount}::numeric AND "sentToken" IS NOT DISTINCT FROM ${token}::text
      AND "sentTo" IS DISTINCT FROM (CASE WHEN ${check.network} = 'solana' THEN "fromAddress" ELSE lower("fromAddress") END) AND (${to}::text IS NULL OR "sentTo" = ${to}::text)
    ORDER BY status = 'confirmed' DESC, "createdAt" LIMIT ${MOST}::int`
}

const ofSolana = async ({ nodes }: Deps, { rpcUrl }: Send, signature: string): Promise<boolean> => {
  const { rpc } = nodeAt(nodes, 'solana', rpcUrl)
  return (await solanaStatusOf(rpc, signature, Number.MAX_SAFE_INTEGER)).state === 'confirmed'
}

/** Of a token, what its contract's log says that it moved; of the own token, what was signed. */
const ofEvm = async ({ nodes }: Deps, check: TaskCheckOf<'send'>, send: Send, hash: string): Promise<boolean> => {
  if (!isEvmNetwork(check.network)) return false
  const { statusOf } = await loadLibrary()
  const { token, toAddress: to, fromAddress: from } = send
  const transfer = token !== null && to !== null ? { transfer: { token, to } } : {}
  const { rpc } = nodeAt(nodes, check.network, send.rpcUrl)
  const status = await statusOf(rpc, { hash, nonce: Number(send.nonce), from, ...transfer })
  return status.state === 'confirmed' && (token === null || (status.moved ?? 0n) >= BigInt(check.amount))
}

const isConfirmed = (deps: Deps, check: TaskCheckOf<'send'>, send: Send): Promise<boolean> | boolean => {
  if (send.status !== 'confirmed' || send.signature === null) return false
  return check.network === 'solana' ? ofSolana(deps, send, send.signature) : ofEvm(deps, check, send, send.signature)
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
