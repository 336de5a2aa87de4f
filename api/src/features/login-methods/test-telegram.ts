import type { Platform } from '../../resources.ts'
import { ProviderUnavailableError } from '../../lib/provider-errors.ts'
import { getMe } from '../../lib/telegram/get-me.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { clockFault, fault, type Finding, noFault } from '../../lib/providers/finding.ts'
import { vendorPagesOf } from './vendor-pages.ts'

const BOT_FATHER = vendorPagesOf('telegram').consoleUrl!

const notConfigured = fault(
  'not_configured',
  'telegramBotToken is missing.',
  `Get the token of your bot from ${BOT_FATHER}. Mini-apps alone also log in with telegramBotId instead.`,
)

const wrongToken = fault(
  'wrong_bot_token',
  'Telegram knows no bot with this token.',
  `Copy telegramBotToken again from ${BOT_FATHER}, with the digits and the colon before it.`,
)

const withoutToken = (id: string): Finding =>
  /^[1-9]\d{0,19}$/.test(id)
    ? noFault(
        'The id has the form of a bot id.',
        ['telegramBotId is a number.'],
        ['Telegram cannot be asked about a bot by its id alone. The Login Widget needs telegramBotToken.'],
      )
    : fault(
        'not_configured',
        'telegramBotId is not the number of a bot.',
        `Take the digits before the colon of the token that ${BOT_FATHER} shows.`,
      )

/** Asks Telegram for the bot of the app's token. Widgets also need the domain of their page, which only BotFather knows. */
export const testTelegram = async (
  { settings, outbound }: Pick<Platform, 'settings' | 'outbound'>,
  { telegramBotToken: token, telegramBotId: id }: LoginApp,
): Promise<Finding> => {
  if (!token) return id ? withoutToken(id) : notConfigured
  try {
    const bot = await getMe(outbound, settings.providers.telegramApi, token)
    if (!bot) return wrongToken
    return (
      clockFault('Telegram', bot.date) ??
      noFault(
        `Telegram accepts the token${bot.username ? ` of @${bot.username}` : ''}.`,
        ['Telegram answers and knows the bot of telegramBotToken.'],
        [
          `The Login Widget also needs the domain of its page: /setdomain at ${BOT_FATHER}.`,
          ...(id && id !== bot.id ? [`telegramBotId is that of another bot; telegramBotToken wins.`] : []),
        ],
      )
    )
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    return fault(
      'unreachable',
      `Telegram did not answer as it should: ${error.message}.`,
      'Try again, and see that this server may connect to it.',
    )
  }
}
