import { levelOf } from '../../leagues.ts'
import { countedKind } from '../kind.ts'

/** A level of the rules, by rings earned in all. */
export const level = countedKind<'level'>({
  progressOf: ({ account: { account, rules } }) => levelOf(rules, account.earned).level,
  targetOf: ({ level: target }) => target,
})
