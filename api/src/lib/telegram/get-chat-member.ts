import * as z from 'zod'
import type { Outbound } from '../outbound.ts'
import { ProviderUnavailableError } from '../provider-errors.ts'
import { isBotToken } from './bot-token.ts'

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.object({ status: z.string(), is_member: z.boolean().optional() }) }),
  z.object({ ok: z.literal(false), error_code: z.int(), description: z.string() }),
])

/** Whether a user is in a chat; `token`: the token is not a bot's; `chat`: the bot cannot see the members of the chat. */
export type ChatMembership = 'member' | 'stranger' | 'token' | 'chat'

/** https://core.telegram.org/bots/api#chatmember: a restricted user may have left. */
const isMember = ({ status, is_member: isIn }: { status: string; is_member?: boolean | undefined }): boolean =>
  ['creator', 'administrator', 'member'].includes(status) || (status === 'restricted' && isIn === true)

/** Refusals that are about the user: somebody whom Telegram has never met in this chat. Others are about the chat or the bot. */
const aboutUser = /user not found|participant_id_invalid|user_id_invalid|member not found/i

/**
 * Asks Telegram whether a user is in a chat. The token is part of the address, so errors contain the host only. Throws
 * ProviderUnavailableError. https://core.telegram.org/bots/api#getchatmember
 */
export const getChatMember = async (
  outbound: Outbound,
  telegramApi: string,
  { token, chat, userId }: { token: string; chat: string; userId: string },
): Promise<ChatMembership> => {
  if (!isBotToken(token)) return 'token'
  const { host } = new URL(telegramApi)
  try {
    const response = await outbound(`${telegramApi}/bot${token}/getChatMember`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: chat, user_id: userId }),
    })
    const answer = Answer.parse(await response.json())
    if (answer.ok) return isMember(answer.result) ? 'member' : 'stranger'
    if (answer.error_code === 401 || answer.error_code === 404) return 'token'
    return aboutUser.test(answer.description) ? 'stranger' : 'chat'
  } catch (error) {
    const isOutage = error instanceof ProviderUnavailableError
    const reason = isOutage ? error.message : `${host} answered with something else`
    // oxlint-disable-next-line preserve-caught-error
    throw new ProviderUnavailableError(reason.replaceAll(token, '…'), isOutage ? error.retryAfter : undefined)
  }
}
