import { type RefObject, useEffect, useState } from 'react'
import { useConfig } from '../../../config/config.ts'
import { safeHref } from '../../../lib/safe-link.ts'
import { type Card, type CardPictures, drawCard } from './draw-card.ts'

/** The app's logo where this server has it: one of another origin would make the picture unreadable. */
const readLogo = async (address: string | null): Promise<CardPictures['logo']> => {
  const src = safeHref(address, location.href)
  if (!src || new URL(src).origin !== location.origin) return undefined
  const logo = new Image()
  logo.src = src
  return logo.decode().then(
    () => logo,
    () => undefined,
  )
}

const fileOf = (canvas: HTMLCanvasElement): Promise<File | null> =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob && new File([blob], 'rank.png', { type: 'image/png' })), 'image/png')
  })

/**
 * Draws the card on a canvas, and makes a file of it before a button is pressed: browsers let a page share only at the
 * press itself. Undefined until it is drawn; null where this browser does not draw.
 */
export const useCard = (
  card: Card | undefined,
  picture: RefObject<HTMLCanvasElement | null>,
  code: RefObject<HTMLCanvasElement | null>,
): File | null | undefined => {
  const { logoUrl } = useConfig().app.brand
  const [file, setFile] = useState<File | null>()
  const text = JSON.stringify(card)
  useEffect(() => {
    let isWanted = true
    const draw = async () => {
      const canvas = picture.current
      const context = canvas?.getContext('2d')
      if (!text || !code.current) return
      if (!canvas || !context) return setFile(null)
      const logo = await readLogo(logoUrl)
      if (!isWanted) return
      drawCard(context, JSON.parse(text) as Card, { logo, code: code.current })
      const drawn = await fileOf(canvas)
      if (isWanted) setFile(drawn)
    }
    void draw()
    return () => void (isWanted = false)
  }, [text, logoUrl, picture, code])
  return file
}
