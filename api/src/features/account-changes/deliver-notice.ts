import type { Context } from '../../handler.ts'
import { sendTelegramMessage } from '../../lib/telegram/send-message.ts'
import type { Database } from '../../db.ts'
import { noticeLines, noticeMail, supportLines } from './notice-text.ts'
import type { Notice } from './notices.ts'
import type { AccountChangeNeeds } from './needs.ts'

type DeliverNeeds = Pick<AccountChangeNeeds, 'db' | 'settings' | 'outbound' | 'loginApps' | 'mailer'> & {
  log: Context['log']
}

interface Told {
  appId: string
  lines: (appName: string) => [string, ...string[]]
}

const present = { deletedAt: null, app: { deletedAt: null } }

/** What a notice is about; null where the user is gone. */
const find = async ({ prisma }: Database, { changeId: id, support }: Notice): Promise<Told | null> => {
  const where = { id, user: present }
  const include = { user: { select: { appId: true } } }
  if (support) {
    const access = await prisma.supportSession.findFirst({ where, include })
    return access && { appId: access.user.appId, lines: (name) => supportLines(access.createdAt, name) }
  }
  const change = await prisma.accountChange.findFirst({ where, include })
  return change && { appId: change.user.appId, lines: (name) => noticeLines(change, name) }
}

/** Delivers a notice of an account change. Throws for a temporary failure, so that the job is retried; drops others. */
export const createDeliverNotice =
  ({ db, settings, outbound, loginApps, mailer, log }: DeliverNeeds) =>
  async (notice: Notice, signal: AbortSignal): Promise<void> => {
    const { changeId, to } = notice
    const told = await find(db, notice)
    if (!told) return
    const app = await loginApps.get(told.appId)
    const lines = told.lines(app.name)
    if (to.by === 'mail') {
      await mailer?.send(noticeMail(to.address, lines))
      return
    }
    if (!app.telegramBotToken) return
    const message = { token: app.telegramBotToken, chatId: to.address, text: lines.join('\n\n') }
    const isDelivered = await sendTelegramMessage(outbound, settings.providers.telegramApi, message, signal)
    if (!isDelivered) log.info({ changeId }, 'Telegram refused a notice: the user may not have started the bot')
  }
