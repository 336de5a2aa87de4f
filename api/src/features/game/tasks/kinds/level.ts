import { levelOf } from '../../leagues.ts'
import { countedKind } from '../kind.ts'

/** A level of the rules, by rings earned in all. */
export const level = countedKind<'level'>(({ account: { account, rules }, check: { level: target } }) => ({
  progress: levelOf(rules, account.earned).level,
  target,
}))
