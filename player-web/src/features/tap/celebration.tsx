import { type ReactNode, useEffect } from 'react'
import { useHost } from '../../session/telegram.tsx'
import './celebration.css'

const SPARKS = 14

/** Something in the middle of rays and sparks, which Telegram's app makes felt. */
export const Celebration = ({ children }: { children: ReactNode }) => {
  const host = useHost()
  useEffect(() => host?.haptics.notification('success'), [host])
  return (
    <div className="celebration">
      <span className="celebration-rays" />
      {Array.from({ length: SPARKS }, (_, index) => (
        <i key={index} style={{ rotate: `${(index * 360) / SPARKS}deg` }} />
      ))}
      <div className="celebration-middle">{children}</div>
    </div>
  )
}
