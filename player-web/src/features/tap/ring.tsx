import { type RefObject, useImperativeHandle, useRef } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RingParts } from './use-taps.ts'
import './ring.css'

/** The ring to tap. Its metal is made of the app's colour. */
export const Ring = ({ parts }: { parts: RefObject<RingParts | null> }) => {
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
    <div className="tap-ring-place">
      <button ref={button} type="button" className="tap-ring" aria-label={t('tap.tap')}>
        <span className="tap-ring-glow" />
        <span ref={body} className="tap-ring-body">
          <span className="tap-ring-metal" />
          <span className="tap-ring-groove" />
          <span className="tap-ring-gloss" />
          <span ref={light} className="tap-ring-light" />
        </span>
      </button>
      <div ref={layer} className="tap-numbers" aria-hidden="true" />
    </div>
  )
}
