import type { MessageId, Translate } from '../../../i18n/i18n.ts'

/** The messages of the leagues' names that an app has while its operator gives it no others. */
const builtIn = new Map<string, MessageId>([
  ['Bronze', 'league.bronze'],
  ['Silver', 'league.silver'],
  ['Gold', 'league.gold'],
  ['Platinum', 'league.platinum'],
  ['Diamond', 'league.diamond'],
])

/** The name of a league in the language of the page; one that the operator chose stays as it is. */
export const leagueName = (name: string, t: Translate): string => {
  const id = builtIn.get(name)
  return id ? t(id) : name
}
