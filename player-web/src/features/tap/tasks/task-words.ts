import {
  type ErrorCode,
  type PlayerTask,
  type RedirectProvider,
  redirectProviders,
  type TaskReason,
} from '@openauth/client'
import { methodTitleOf } from '@openauth/client/react'
import type { IconName } from '../../../components/icon.tsx'
import type { MessageId, Translate } from '../../../i18n/i18n.ts'
import { leagueName } from '../league/league-name.ts'

/** The sign of each kind of task, and what a player has to do. */
export const taskWords: Record<PlayerTask['kind'], { icon: IconName; hint: MessageId }> = {
  visit: { icon: 'external', hint: 'tasks.visit' },
  telegram_member: { icon: 'send', hint: 'tasks.telegram_member' },
  identity: { icon: 'key', hint: 'tasks.identity' },
  odyssey: { icon: 'link', hint: 'tasks.odyssey' },
  invite: { icon: 'invite', hint: 'tasks.invite' },
  taps: { icon: 'game', hint: 'tasks.taps' },
  level: { icon: 'earn', hint: 'tasks.level' },
  league: { icon: 'shield', hint: 'tasks.league' },
  hold: { icon: 'wallet', hint: 'tasks.hold' },
  send: { icon: 'send', hint: 'tasks.send' },
  webhook: { icon: 'check', hint: 'tasks.webhook' },
  code: { icon: 'document', hint: 'tasks.code' },
}

/** The name of the provider whose account a task asks for. */
export const providerTitle = (provider: string, t: Translate): string => {
  if (provider === 'email') return t('login.email')
  return provider === 'username' ? t('login.username') : methodTitleOf(provider)
}

/** Whether the browser can be sent to a provider, to connect its account. */
export const isConnectable = (provider: string): provider is RedirectProvider =>
  (redirectProviders as readonly string[]).includes(provider)

/** Texts that name how much a task asks for. A task that is done no longer says it. */
const counted: Partial<Record<PlayerTask['kind'], MessageId>> = {
  invite: 'tasks.inviteOf',
  taps: 'tasks.tapsOf',
  level: 'tasks.levelOf',
}

/** What a player has to do, with the number, provider or league that the task asks for where it is known. */
export const hintOf = ({ kind, target, provider, league }: PlayerTask, t: Translate) => {
  const ofCount = counted[kind]
  if (ofCount && target !== null) return t(ofCount, { target })
  if (provider !== null) return t('tasks.identityOf', { provider: providerTitle(provider, t) })
  if (league !== null) return t('tasks.leagueOf', { league: leagueName(league, t) })
  return t(taskWords[kind].hint)
}

/** Why a task is not done yet. */
export const reasonWords: Record<TaskReason, MessageId> = {
  dwell: 'tasks.dwell',
  not_bound: 'tasks.not_bound',
  not_member: 'tasks.not_member',
  not_enough: 'tasks.not_enough',
  no_send: 'tasks.no_send',
  not_confirmed: 'tasks.not_confirmed',
  partner: 'tasks.partner',
}

/** Why a task could not be checked. */
export const taskErrors: Partial<Record<ErrorCode, MessageId>> = {
  task_not_found: 'tasks.over',
  task_over: 'tasks.over',
  task_account_used: 'tasks.accountUsed',
  task_code_wrong: 'tasks.codeWrong',
  task_misconfigured: 'tasks.broken',
  task_check_failed: 'tasks.checkFailed',
  too_many_attempts: 'error.tooManyAttempts',
  game_off: 'tap.off',
}
