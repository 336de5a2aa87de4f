import { type RefObject, useImperativeHandle, useRef } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { Emblem } from './league/emblem.tsx'
import type { RingParts } from './use-taps.ts'
import './ring.css'

interface Props {
  parts: RefObject<RingParts | null>
  /** Of the player's league, in whose metal it is and whose emblem it has. */
  tier: number
}

/** The ring to tap. */
export const Ring = ({ parts, tier }: Props) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLSpanElement>(null)
  const light = useRef<HTMLSpanElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  useImperativeHandle(parts, () => ({
    button: button.current!,
    body: body.current!,
    light: light.current!,
    layer: layer.current!,
  }))
  return (
    <div className="tap-ring-space">
      <div className="tap-ring-place">
        <button ref={button} type="button" className="tap-ring" aria-label={t('tap.tap')} data-idle="">
          <span className="tap-ring-glow" />
          <span className="tap-ring-wave" />
          <span ref={body} className="tap-ring-body">
            <span className="tap-ring-metal" />
            <span className="tap-ring-notches" />
            <span className="tap-ring-groove" />
            <span className="tap-ring-gloss" />
            <Emblem tier={tier} />
            <span ref={light} className="tap-ring-light" />
          </span>
        </button>
        <div ref={layer} className="tap-numbers" aria-hidden="true" />
      </div>
    </div>
  )
}
