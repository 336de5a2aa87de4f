import { useState } from 'react'
import { useConfig } from '../../config/config.ts'
import { safeHref } from '../../lib/safe-link.ts'
import picture from './campaign.svg'

const size = { width: 390, height: 170 }

/** The size of the name's letters, in percent of the banner's width: the longest word fits on a line, and all lines fit. */
const sizeOf = (name: string): number => {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length))
  return Math.min(8.2, 68 / Math.max(longest, 1), 34 / Math.sqrt(Math.max(name.length, 1)))
}

/** The campaign's banner: the app's own picture, or the built-in one with the network's name. */
export const Campaign = ({ alt }: { alt: string }) => {
  const { bannerUrl, networkName } = useConfig().app.brand
  const [hasFailed, setFailed] = useState(false)
  const banner = safeHref(bannerUrl)
  if (banner !== undefined && !hasFailed)
    return (
      <img className="campaign" src={banner} alt={alt} {...size} fetchPriority="high" onError={() => setFailed(true)} />
    )
  return (
    <div className="campaign-built-in">
      <img className="campaign" src={picture} alt={alt} {...size} fetchPriority="high" />
      <p className="campaign-name" aria-hidden="true" style={{ fontSize: `max(0.75rem, ${sizeOf(networkName)}cqi)` }}>
        {networkName}
      </p>
    </div>
  )
}
