import { useState } from 'react'

/** A picture, or the first letter of the name where there is none or it does not load. */
export const Avatar = ({ src, name, isLarge = false }: { src: string | null; name: string; isLarge?: boolean }) => {
  const [broken, setBroken] = useState<string | null>(null)
  const style = isLarge ? 'avatar large' : 'avatar'
  if (src === null || src === broken)
    return (
      <span className={style} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
    )
  return <img className={style} src={src} alt="" referrerPolicy="no-referrer" onError={() => setBroken(src)} />
}
