import { useConfig } from '../../../config/config.ts'
import { appLink, shareLink } from '../../../host/share.ts'
import { useHost } from '../../../session/telegram.tsx'
import { inviteLink } from '../../referral/invite-link.ts'

/**
 * The link that invites to the game, and how Telegram shares it. Its stories take pictures from https addresses only
 * (`shareToStory`), and a card is drawn on the page: Telegram shares the link.
 */
export const useShareLink = (referCode: string) => {
  const host = useHost()
  const { botName, appName } = useConfig().telegram
  if (!host || !botName) return { link: inviteLink(location.origin, referCode), shareInTelegram: undefined }
  const target = { botName, ...(appName ? { appName } : {}), startParam: referCode }
  return {
    link: appLink(target),
    shareInTelegram: (text: string) => host.openTelegramLink(shareLink({ ...target, text })),
  }
}
