import type { Context } from '../../handler.ts'
import { sendTelegramMessage } from '../../lib/telegram/send-message.ts'
import { noticeLines, noticeMail } from './notice-text.ts'
import type { Notice } from './notices.ts'
import type { AccountChangeNeeds } from './needs.ts'

type DeliverNeeds = Pick<AccountChangeNeeds, 'db' | 'settings' | 'outbound' | 'loginApps' | 'mailer'> & {
  log: Context['log']
}

/** Delivers a notice of an account change. Throws for a temporary failure, so that the job is retried; drops others. */
export const createDeliverNotice =
  ({ db, settings, outbound, loginApps, mailer, log }: DeliverNeeds) =>
  async ({ changeId, to }: Notice, signal: AbortSignal): Promise<void> => {
    const change = await db.prisma.accountChange.findFirst({
      where: { id: changeId, user: { deletedAt: null, app: { deletedAt: null } } },
      include: { user: { select: { appId: true } } },
    })
    if (!change) return
    const app = await loginApps.get(change.user.appId)
    const lines = noticeLines(change, app.name)
    if (to.by === 'mail') {
      await mailer?.send(noticeMail(to.address, lines))
      return
    }
    if (!app.telegramBotToken) return
    const message = { token: app.telegramBotToken, chatId: to.address, text: lines.join('\n\n') }
    const isDelivered = await sendTelegramMessage(outbound, settings.providers.telegramApi, message, signal)
    if (!isDelivered) log.info({ changeId }, 'Telegram refused a notice: the user may not have started the bot')
  }
