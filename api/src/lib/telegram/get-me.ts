import * as z from 'zod'
import type { Outbound } from '../outbound.ts'
import { ProviderUnavailableError } from '../provider-errors.ts'
import { isBotToken } from './bot-token.ts'

const Answer = z.object({ result: z.object({ id: z.int(), username: z.string().optional() }) })

/** A bot as Telegram knows it, and the Date header of the answer. */
export interface BotProfile {
  id: string
  username: string | null
  date: string | null
}

/**
 * Asks Telegram for the bot of a token; undefined where it is not a token of a bot: 401, or 404 for one that is
 * malformed. The token is part of the address, so errors contain the host only. Throws ProviderUnavailableError.
 * https://core.telegram.org/bots/api#getme
 */
export const getMe = async (
  outbound: Outbound,
  telegramApi: string,
  token: string,
): Promise<BotProfile | undefined> => {
  if (!isBotToken(token)) return undefined
  const { host } = new URL(telegramApi)
  try {
    const response = await outbound(`${telegramApi}/bot${token}/getMe`, { method: 'POST' })
    if (response.status === 401 || response.status === 404) return undefined
    const { result } = Answer.parse(await response.json())
    return { id: String(result.id), username: result.username ?? null, date: response.headers.get('date') }
  } catch (error) {
    const reason = error instanceof ProviderUnavailableError ? error.message : `${host} answered with something else`
    // oxlint-disable-next-line preserve-caught-error
    throw new ProviderUnavailableError(reason.replaceAll(token, '…'))
  }
}
