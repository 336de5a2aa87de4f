import { Mark } from '@openauth/ui/mark'
import { useState } from 'react'
import { useConfig } from '../config/config.ts'
import { safeHref } from '../lib/safe-link.ts'

/** The app's logo; where it has none, or it does not load, the built-in mark. It stands beside the name. */
export const BrandMark = () => {
  const { brand } = useConfig().app
  const [hasFailed, setFailed] = useState(false)
  const logo = safeHref(brand.logoUrl)
  if (logo === undefined || hasFailed) return <Mark />
  return <img className="ui-mark" src={logo} alt="" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
}
