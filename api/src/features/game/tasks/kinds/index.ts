import type { TaskKind } from '@openauth/client'
import type { KindRules } from '../kind.ts'
import { code } from './code.ts'
import { hold } from './hold.ts'
import { identity } from './identity.ts'
import { invite } from './invite.ts'
import { league } from './league.ts'
import { level } from './level.ts'
import { odyssey } from './odyssey.ts'
import { send } from './send.ts'
import { taps } from './taps.ts'
import { telegramMember } from './telegram-member.ts'
import { visit } from './visit.ts'
import { webhook } from './webhook.ts'

/** Every kind of task. One that is missing here does not compile. */
const kinds: { [K in TaskKind]: KindRules<K> } = {
  visit,
  telegram_member: telegramMember,
  identity,
  odyssey,
  invite,
  taps,
  level,
  league,
  hold,
  send,
  webhook,
  code,
}

/** The rules of a kind. The caller passes them checks of the same kind: a task's kind and check are one value. */
export const kindOf = (kind: TaskKind): KindRules => kinds[kind]
