import { askPartner } from '../ask-partner.ts'
import { type KindRules, verdictOf } from '../kind.ts'

/** What a partner's endpoint says of the player. */
export const webhook: KindRules<'webhook'> = {
  asksOthers: true,
  verify: async (context) => verdictOf(await askPartner(context), 'partner'),
}
