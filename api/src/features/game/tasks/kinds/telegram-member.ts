import { getChatMember } from '../../../../lib/telegram/get-chat-member.ts'
import { ProviderUnavailableError } from '../../../../lib/provider-errors.ts'
import { checkFailed, misconfigured } from '../failures.ts'
import type { KindRules, PlayerCheck } from '../kind.ts'

const problems = {
  token: 'the token of the Telegram bot is not valid',
  chat: 'the Telegram bot is not in the chat, or cannot read its members',
} as const

const askTelegram = async (check: PlayerCheck<'telegram_member'>, userId: string) => {
  const { deps, player } = check
  const { telegramBotToken } = await deps.loginApps.get(player.appId)
  if (!telegramBotToken) throw misconfigured(check, 'the app has no Telegram bot')
  const question = { token: telegramBotToken, chat: check.check.chat, userId }
  try {
    return await getChatMember(deps.outbound, deps.settings.providers.telegramApi, question)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    throw checkFailed(check, error.message, error.retryAfter)
  }
}

/** A member of a chat or channel, as the app's bot sees it. Each Telegram account completes the task once. */
export const telegramMember: KindRules<'telegram_member'> = {
  asksOthers: true,
  verify: async (check) => {
    const { userId } = check.player
    const where = { userId_provider: { userId, provider: 'telegram' } } as const
    const identity = await check.deps.db.prisma.identity.findUnique({ where, select: { subject: true } })
    if (!identity) return { isDone: false, reason: 'not_bound' }
    const answer = await askTelegram(check, identity.subject)
    if (answer === 'token' || answer === 'chat') throw misconfigured(check, problems[answer])
    if (answer !== 'member') return { isDone: false, reason: 'not_member' }
    return { isDone: true, account: { provider: 'telegram', subject: identity.subject } }
  },
}
