import { useState } from 'react'
import { safeHref } from '../lib/safe-link.ts'
import './avatar.css'

/** A user's picture, or the initial of the name where there is no picture or it does not load. */
export const Avatar = ({
  src,
  name,
  size = 'small',
}: {
  src: string | null
  name: string
  size?: 'small' | 'large'
}) => {
  const [failed, setFailed] = useState<string>()
  const address = safeHref(src, location.href)
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {address && failed !== address ? (
        <img src={address} alt="" referrerPolicy="no-referrer" onError={() => setFailed(address)} />
      ) : (
        (Array.from(name.trim())[0]?.toUpperCase() ?? '?')
      )}
    </span>
  )
}
