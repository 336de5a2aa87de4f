import { useState } from 'react'
import { classNames } from './class-names.tsx'
import './avatar.css'

interface Props {
  name: string
  /** The address of a picture that may be loaded; the first letter of the name shows without one, and where it does not load. */
  src?: string | null | undefined
  size?: 'small' | 'large' | undefined
  /** Default: neutral, for long lists. */
  tone?: 'neutral' | 'accent' | undefined
}

/** Splits a text into the characters that readers see. Undefined in Firefox before 125. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined

/** The first letter of a name as readers see it; a question mark for an empty name. */
export const initialOf = (name: string): string => {
  const text = name.trim().slice(0, 64)
  const first = segmenter ? [...segmenter.segment(text)][0]?.segment : Array.from(text)[0]
  return (first ?? '?').toUpperCase()
}

/** A picture or a letter beside a name; hidden from screen readers, which hear the name. */
export const Avatar = ({ name, src, size = 'small', tone = 'neutral' }: Props) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classNames('ui-avatar', `ui-avatar-${size}`, `ui-avatar-${tone}`)} aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}
