import { type RefObject, useEffect } from 'react'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { createAnnouncer } from './announcer.ts'
import type { TapView } from './engine/engine.ts'
import { partOf, type Span } from './progress.ts'
import type { TapSession } from './tap-session.ts'

/** The parts of the screen that change with every frame. They are written here, and by React only once. */
export interface TapParts {
  stage: HTMLElement
  /** The number of rings with its sign. */
  counter: HTMLElement
  rings: HTMLElement
  energy: HTMLElement
  energyBox: HTMLElement
  energyBar: HTMLElement
  levelBar: HTMLElement
  /** What screen readers find, and what they announce. */
  state: HTMLElement
  announcement: HTMLElement
}

/** Between two looks while nothing moves: energy refills. */
const IDLE_LOOK = 250

const setText = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text
}

const setBar = (bar: HTMLElement, part: number): void => {
  const transform = `scaleX(${Math.min(1, Math.max(0, part)).toFixed(4)})`
  if (bar.style.transform !== transform) bar.style.transform = transform
}

const painter = (parts: TapParts, level: Span, locale: string, t: Translate) => {
  const numbers = new Intl.NumberFormat(locale)
  const format = (value: number) => numbers.format(value)
  const words = ({ rings, energy, isEmpty }: TapView) => {
    const status = t('tap.status', { rings: format(rings), energy: format(energy) })
    return isEmpty ? `${status}. ${t('tap.outOfEnergy')}` : status
  }
  const announce = createAnnouncer(
    { state: (text) => setText(parts.state, text), announcement: (text) => setText(parts.announcement, text) },
    words,
  )
  return (view: TapView, now: number) => {
    setText(parts.rings, format(view.rings))
    setText(parts.energy, `${format(view.energy)} / ${format(view.maxEnergy)}`)
    setBar(parts.energyBar, view.energy / view.maxEnergy)
    setBar(parts.levelBar, partOf(level, view.earnedRings))
    parts.stage.toggleAttribute('data-turbo', view.isTurbo)
    parts.stage.toggleAttribute('data-empty', view.isEmpty)
    announce(view, now)
  }
}

/** Looks at the game: at each frame while it moves, else a few times a second. */
const createLoop = ({ engine }: TapSession, paint: (view: TapView, now: number) => void) => {
  let shown = ''
  let frame = 0
  let timer = 0
  const look = (now: number) => {
    const view = engine.view()
    paint(view, now)
    const state = `${view.rings} ${view.energy} ${view.isTurbo}`
    const isMoving = view.isSettling || state !== shown
    shown = state
    if (isMoving) frame = requestAnimationFrame(look)
    else timer = window.setTimeout(() => (frame = requestAnimationFrame(look)), IDLE_LOOK)
  }
  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  const wake = () => {
    stop()
    frame = requestAnimationFrame(look)
  }
  return { wake, stop }
}

/**
 * Paints the numbers of the game: each frame while they move, else a few times a second. Returns nothing to React, which
 * would take several times as long for each tap.
 */
export const useTapLoop = (session: TapSession | undefined, parts: RefObject<TapParts | null>, { from, to }: Span) => {
  const t = useTranslate()
  const locale = useLocale()
  useEffect(() => {
    if (!session || !parts.current) return
    const { stage } = parts.current
    const { wake, stop } = createLoop(session, painter(parts.current, { from, to }, locale, t))
    wake()
    stage.addEventListener('pointerdown', wake)
    stage.addEventListener('keydown', wake)
    const stopListening = session.subscribe(wake)
    return () => {
      stopListening()
      stage.removeEventListener('pointerdown', wake)
      stage.removeEventListener('keydown', wake)
      stop()
    }
  }, [session, parts, locale, t, from, to])
}
