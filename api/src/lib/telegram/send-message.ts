import type { Outbound } from '../outbound.ts'
import { ProviderUnavailableError } from '../provider-errors.ts'
import { isBotToken } from './bot-token.ts'

interface Message {
  token: string
  /** The user's id, which is the id of the private chat with the bot. */
  chatId: string
  text: string
}

/**
 * Sends a text from the bot to a user. Resolves to false if Telegram refuses it: the user has not started the bot or
 * has blocked it, or the token is wrong. The token is part of the address, so errors carry little detail.
 * https://core.telegram.org/bots/api#sendmessage
 */
export const sendTelegramMessage = async (
  outbound: Outbound,
  telegramApi: string,
  { token, chatId, text }: Message,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!isBotToken(token)) return false
  try {
    const response = await outbound(`${telegramApi}/bot${token}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: chatId, text }),
      signal,
    })
    return response.ok
  } catch (error) {
    const reason = error instanceof ProviderUnavailableError ? error.message : 'Telegram did not answer'
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(reason.replaceAll(token, '…'))
  }
}
