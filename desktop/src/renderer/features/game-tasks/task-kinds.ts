import type { GameTask, TaskKind, TaskProblem } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'

type Check = GameTask['check']
/** The fields of the checks of all kinds, except for the kind itself. */
export type CheckField = Exclude<Check extends infer One ? (One extends unknown ? keyof One : never) : never, 'kind'>

interface Kind {
  title: MessageId
  /** What the player does, and how the server knows. */
  hint: MessageId
  /** The fields of its check in the order of the form. */
  fields: readonly CheckField[]
}

/** What the kinds of tasks are called, and what an operator sets for each. */
export const taskKindWords: Record<TaskKind, Kind> = {
  visit: { title: 'gameTasks.visit', hint: 'gameTasks.visitHint', fields: ['dwellSeconds'] },
  telegram_member: { title: 'gameTasks.telegram_member', hint: 'gameTasks.telegram_memberHint', fields: ['chat'] },
  identity: { title: 'gameTasks.identity', hint: 'gameTasks.identityHint', fields: ['provider'] },
  odyssey: { title: 'gameTasks.odyssey', hint: 'gameTasks.odysseyHint', fields: [] },
  invite: { title: 'gameTasks.invite', hint: 'gameTasks.inviteHint', fields: ['count'] },
  taps: { title: 'gameTasks.taps', hint: 'gameTasks.tapsHint', fields: ['count'] },
  level: { title: 'gameTasks.level', hint: 'gameTasks.levelHint', fields: ['level'] },
  league: { title: 'gameTasks.league', hint: 'gameTasks.leagueHint', fields: ['league'] },
  hold: { title: 'gameTasks.hold', hint: 'gameTasks.holdHint', fields: ['network', 'token', 'amount'] },
  send: { title: 'gameTasks.send', hint: 'gameTasks.sendHint', fields: ['network', 'token', 'amount', 'toAddress'] },
  webhook: { title: 'gameTasks.webhook', hint: 'gameTasks.webhookHint', fields: ['url'] },
  code: { title: 'gameTasks.code', hint: 'gameTasks.codeHint', fields: [] },
}

/** What an operator has to mend before players can complete a task. */
export const taskProblemWords: Record<TaskProblem, MessageId> = {
  provider_off: 'gameTasks.providerOff',
  no_bot: 'gameTasks.noBot',
}

/** What each field of a check is called. */
export const checkFieldTitles: Record<CheckField, MessageId> = {
  dwellSeconds: 'gameTasks.dwellSeconds',
  chat: 'gameTasks.chat',
  provider: 'gameTasks.provider',
  count: 'gameTasks.count',
  level: 'gameTasks.levelNumber',
  league: 'gameTasks.leagueName',
  network: 'policies.network',
  token: 'policies.token',
  amount: 'gameTasks.amount',
  toAddress: 'gameTasks.toAddress',
  url: 'gameTasks.endpoint',
}
