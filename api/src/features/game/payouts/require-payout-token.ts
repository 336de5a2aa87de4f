import type { GameRules } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import { ChainError } from '../../../lib/chain-error.ts'
import { withChainErrors } from '../../transfers/errors.ts'
import type { GameNeeds } from '../needs.ts'
import { payoutNode } from './payout-chain.ts'

/**
 * Requires that claims can be paid as changed rules say: that the day's limit has room for one, and that the mint is there, moves exactly what is sent, and has these decimals. Asks the chain
 * only where mint or decimals change. Throws `invalid_input`, `payout_token_refused` and the errors of a node.
 */
export const requirePayoutToken = async (
  { nodes }: Pick<GameNeeds, 'nodes'>,
  { before, after }: { before: GameRules; after: GameRules },
): Promise<void> => {
  const { mint, decimals, units, dailyUnits } = after.payouts
  const path = 'payouts.dailyUnits'
  const message = `must be at least ${units}, what \`units\` pay at once`
  if (mint !== null && dailyUnits !== null && dailyUnits < units)
    throw new Problem('invalid_input', { message: `${path} ${message}`, issues: [{ path, message }] })
  if (mint === null || (mint === before.payouts.mint && decimals === before.payouts.decimals)) return
  const { rpc, chain } = payoutNode(nodes)
  const read = async () => {
    try {
      return await chain.decimalsOf(rpc, mint)
    } catch (error) {
      if (error instanceof ChainError) throw new Problem('payout_token_refused', { message: error.message })
      throw error
    }
  }
  const found = await withChainErrors(read())
  if (found === decimals) return
  throw new Problem('payout_token_refused', {
    message: `This token has ${found} decimals, and not ${decimals}`,
  })
}
