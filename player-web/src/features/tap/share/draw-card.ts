import { tintOf } from '../league/tints.ts'
import { drawEmblem, drawRing } from './draw-ring.ts'

/** The picture's size in pixels: four by five, as chats show whole. */
export const CARD_WIDTH = 1080
export const CARD_HEIGHT = 1350

/** What stands on a card, in the player's language. */
export interface Card {
  app: string
  name: string
  league: string
  tier: number
  rank: string
  /** Of how many. */
  rankNote: string
  rings: string
  ringsNote: string
  scan: string
  /** The app's own colour. */
  accent: string
}

/** Pictures of this origin or drawn here: one of another origin would keep the canvas from being read. */
export interface CardPictures {
  /** The built-in mark where there is none. */
  logo: CanvasImageSource | undefined
  code: CanvasImageSource
}

// Of ui/src/tokens.css, which a canvas cannot read.
const GROUND = '#0f0f0e'
const PANEL = '#171716'
const TEXT = '#f1f0ec'
const SOFT = '#acaaa3'
const EDGE = 72
const MARK = 76
const CODE = 216

type Canvas = CanvasRenderingContext2D

interface Words {
  size: number
  weight?: number
  color?: string
  align?: CanvasTextAlign
  /** Longer words are drawn smaller. Pixels. */
  most: number
}

/** Draws one line on its baseline, as small as it must be for its room. */
const write = (canvas: Canvas, text: string, x: number, y: number, words: Words): void => {
  const { size, weight = 700, color = TEXT, align = 'center', most } = words
  const family = getComputedStyle(document.body).fontFamily
  canvas.font = `${weight} ${size}px ${family}`
  const width = canvas.measureText(text).width
  if (width > most) canvas.font = `${weight} ${Math.floor((size * most) / width)}px ${family}`
  canvas.fillStyle = color
  canvas.textAlign = align
  canvas.fillText(text, x, y, most)
}

const box = (canvas: Canvas, x: number, y: number, width: number, height: number, radius: number): void => {
  canvas.beginPath()
  canvas.moveTo(x + radius, y)
  canvas.arcTo(x + width, y, x + width, y + height, radius)
  canvas.arcTo(x + width, y + height, x, y + height, radius)
  canvas.arcTo(x, y + height, x, y, radius)
  canvas.arcTo(x, y, x + width, y, radius)
}

/** Dark, with the light of the league from above and the circles of the app's pages. */
const drawGround = (canvas: Canvas, tint: string): void => {
  canvas.fillStyle = GROUND
  canvas.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  const glow = canvas.createRadialGradient(CARD_WIDTH / 2, 430, 0, CARD_WIDTH / 2, 430, 800)
  glow.addColorStop(0, `${tint}55`)
  glow.addColorStop(1, `${tint}00`)
  canvas.fillStyle = glow
  canvas.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  canvas.lineWidth = 2
  for (const [index, radius] of [350, 450, 560, 680].entries()) {
    canvas.strokeStyle = tint + ['44', '33', '22', '16'][index]!
    canvas.beginPath()
    canvas.arc(CARD_WIDTH / 2, 430, radius, 0, 2 * Math.PI)
    canvas.stroke()
  }
}

/** The built-in mark of ui/src/mark.tsx, which has 32 units. */
const drawMark = (canvas: Canvas, color: string): void => {
  canvas.save()
  canvas.translate(EDGE, EDGE)
  canvas.scale(MARK / 32, MARK / 32)
  canvas.strokeStyle = color
  canvas.fillStyle = color
  canvas.lineWidth = 4.5
  canvas.beginPath()
  canvas.arc(16, 16, 13, 0, 2 * Math.PI)
  canvas.stroke()
  const keyhole = new Path2D('M16 10.4a3.5 3.5 0 0 1 1.85 6.5l1 5h-5.7l1-5A3.5 3.5 0 0 1 16 10.4Z')
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, and no array
  canvas.fill(keyhole)
  canvas.restore()
}

const drawHead = (canvas: Canvas, { app, accent }: Card, { logo }: CardPictures): void => {
  if (logo) canvas.drawImage(logo, EDGE, EDGE, MARK, MARK)
  else drawMark(canvas, accent)
  const x = EDGE + MARK + 24
  write(canvas, app, x, EDGE + 54, { size: 46, align: 'left', most: CARD_WIDTH - EDGE - x })
}

const drawFoot = (canvas: Canvas, card: Card, { code }: CardPictures): void => {
  const [x, y, width, height] = [EDGE, 1028, CARD_WIDTH - 2 * EDGE, CODE + 2 * 24]
  canvas.fillStyle = PANEL
  box(canvas, x, y, width, height, 44)
  canvas.fill()
  const left = { align: 'left', most: width - CODE - 120 } as const
  write(canvas, card.rings, x + 44, y + 96, { ...left, size: 76, weight: 800, color: card.accent })
  write(canvas, card.ringsNote, x + 44, y + 148, { ...left, size: 36, weight: 400, color: SOFT })
  write(canvas, card.scan, x + 44, y + 220, { ...left, size: 36, weight: 600 })
  canvas.fillStyle = '#fff'
  box(canvas, x + width - CODE - 24, y + 24, CODE, CODE, 24)
  canvas.fill()
  canvas.imageSmoothingEnabled = false
  canvas.drawImage(code, x + width - CODE - 16, y + 32, CODE - 16, CODE - 16)
}

/** Draws the card of a player's rank. */
export const drawCard = (canvas: Canvas, card: Card, pictures: CardPictures): void => {
  const tint = tintOf(card.tier)
  const middle = CARD_WIDTH / 2
  const most = CARD_WIDTH - 2 * EDGE
  drawGround(canvas, tint)
  drawHead(canvas, card, pictures)
  drawRing(canvas, { x: middle, y: 430, radius: 250 }, card.tier)
  drawEmblem(canvas, { x: middle, y: 430, radius: 98 }, card.tier)
  write(canvas, card.name, middle, 772, { size: 58, most })
  write(canvas, card.rank, middle, 920, { size: 150, weight: 800, color: tint, most })
  write(canvas, `${card.rankNote} · ${card.league}`, middle, 982, { size: 38, weight: 400, color: SOFT, most })
  drawFoot(canvas, card, pictures)
}
