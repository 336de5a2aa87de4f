import type { GameProfile } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { QRCodeCanvas } from 'qrcode.react'
import { useRef } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { notify } from '../../../components/notify.ts'
import { Failure } from '../../../components/states.tsx'
import { useCopied } from '../../../components/use-copied.ts'
import { useConfig } from '../../../config/config.ts'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { boards } from '../board/boards.ts'
import { type BoardData, useBoard } from '../board/use-board.ts'
import { leagueName } from '../league/league-name.ts'
import { type Card, CARD_HEIGHT, CARD_WIDTH } from './draw-card.ts'
import { canShare, saveFile, shareFile } from './share-file.ts'
import { useCard } from './use-card.ts'
import { useShareLink } from './use-share-link.ts'
import './share-dialog.css'

interface Props {
  profile: GameProfile
  onClose: () => void
}

const useCardWords = ({ username, displayName, league }: GameProfile, meta: BoardData['meta'] | undefined) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { app } = useConfig()
  if (!meta?.me) return undefined
  const { rank, rings } = meta.me
  const card: Card = {
    app: app.name,
    name: username ?? displayName ?? t('referral.anonymous'),
    league: leagueName(league.name, t),
    tier: league.tier,
    rank: t('share.rank', { rank: format(rank) }),
    rankNote: t('board.players', { total: meta.total }),
    rings: format(rings),
    ringsNote: t('share.rings'),
    scan: t('share.scan'),
    accent: app.brand.color ?? '#fbb042',
  }
  return { card, text: t('share.text', { rank: format(rank), rings: format(rings) }) }
}

interface ActionProps {
  file: File | null | undefined
  text: string
  link: string
  shareInTelegram: ((text: string) => void) | undefined
}

/** Every way to share that this device has; the link can always be copied. */
const Actions = ({ file, text, link, shareInTelegram }: ActionProps) => {
  const t = useTranslate()
  const { isCopied, copy } = useCopied()
  const share = async (picture: File) => {
    if (!(await shareFile(picture, `${text} ${link}`))) notify.error(t('tap.failed'))
  }
  const canSharePicture = file ? canShare(file) : false
  return (
    <div className="share-actions">
      {shareInTelegram && (
        <Button variant="primary" onClick={() => shareInTelegram(text)}>
          {t('share.telegram')}
        </Button>
      )}
      {file && canSharePicture && (
        <Button variant={shareInTelegram ? 'secondary' : 'primary'} onClick={() => void share(file)}>
          {t('share.picture')}
        </Button>
      )}
      {/* Telegram's web views save nothing. */}
      {file && !shareInTelegram && (
        <Button variant={canSharePicture ? 'secondary' : 'primary'} onClick={() => saveFile(file)}>
          {t('share.save')}
        </Button>
      )}
      <Button onClick={() => void copy(link)}>{t(isCopied ? 'copy.copied' : 'share.copy')}</Button>
      <output className="ui-hidden">{isCopied && t('copy.copied')}</output>
    </div>
  )
}

/** The player's rank as a picture, to share. */
const ShareDialog = ({ profile, onClose }: Props) => {
  const t = useTranslate()
  const board = useBoard(boards[0])
  const words = useCardWords(profile, board.data?.meta)
  const { link, shareInTelegram } = useShareLink(profile.referCode)
  const picture = useRef<HTMLCanvasElement>(null)
  const code = useRef<HTMLCanvasElement>(null)
  const file = useCard(words?.card, picture, code)
  if (board.isError && !board.data)
    return (
      <Dialog title={t('share.title')} onClose={onClose}>
        <Failure isBusy={board.isFetching} onRetry={() => void board.refetch()} />
      </Dialog>
    )
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <canvas
        ref={picture}
        className="share-picture"
        width={CARD_WIDTH}
        height={CARD_HEIGHT}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image of the canvas would be a second one in memory
        role="img"
        aria-busy={file === undefined}
        aria-label={words ? t('share.alt', { name: words.card.name, league: words.card.league, text: words.text }) : ''}
      />
      <QRCodeCanvas ref={code} value={link} size={400} marginSize={4} level="M" hidden />
      {words && <Actions file={file} text={words.text} link={link} shareInTelegram={shareInTelegram} />}
    </Dialog>
  )
}

export default ShareDialog
