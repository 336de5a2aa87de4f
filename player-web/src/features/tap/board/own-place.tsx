import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import type { BoardData } from './use-board.ts'

interface Props {
  me: NonNullable<BoardData['meta']['me']>
  /** Brings the player's row to the screen; undefined where the list does not have it. */
  onShow: (() => void) | undefined
}

/** The player's own place while its row is not on the screen. */
export const OwnPlace = ({ me: { rank, rings }, onShow }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const words = (
    <>
      <span className="board-rank">{format(rank)}</span>
      <span className="board-name">{t('board.me')}</span>
      <span className="board-rings">{format(rings)}</span>
    </>
  )
  return onShow ? (
    <button type="button" className="own-place" title={t('board.showMe')} onClick={onShow}>
      {words}
    </button>
  ) : (
    <p className="own-place">{words}</p>
  )
}
