import { copyText } from '@openauth/ui/use-copy'
import { Icon } from '../../components/icon.tsx'
import { notify } from '../../components/notify.ts'
import { useBrandText } from '../../config/brand.ts'
import { useConfig } from '../../config/config.ts'
import { shareLink } from '../../host/share.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { REFERRAL_REWARD } from '../../session/rewards.ts'
import { useHost } from '../../session/telegram.tsx'
import { inviteLink } from './invite-link.ts'

/** Invites a friend: by a share link inside Telegram, by a copied address in a browser. */
const useInvite = (referCode: string): (() => Promise<void>) => {
  const t = useTranslate()
  const brandText = useBrandText()
  const host = useHost()
  const { telegram } = useConfig()
  return async () => {
    const { botName, appName } = telegram
    if (host && botName) {
      const app = appName ? { appName } : {}
      host.openTelegramLink(shareLink({ botName, ...app, startParam: referCode, text: brandText('share') }))
      return
    }
    const isCopied = await copyText(inviteLink(location.origin, referCode))
    if (isCopied) notify.success(t('referral.copied'))
    else notify.error(t('copy.failed'))
  }
}

interface Props {
  referCode: string
  /** Points for the invitation. */
  reward?: number
}

export const Invite = ({ referCode, reward = REFERRAL_REWARD }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const invite = useInvite(referCode)
  return (
    <>
      <button type="button" className="card invite" onClick={() => void invite()}>
        <span className="card-sign">
          <Icon name="invite" />
        </span>
        <span className="card-words">
          <strong>{t('referral.invite')}</strong>
          <small>{t('referral.reward', { reward: format(reward) })}</small>
        </span>
        <Icon name="next" />
      </button>
      <p className="note invite-link mono">{inviteLink(location.origin, referCode)}</p>
    </>
  )
}
