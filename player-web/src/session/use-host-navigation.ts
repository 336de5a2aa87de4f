import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHost } from './telegram.tsx'

/** Pages from which Telegram's back button leads to the one above. */
const parentOf = (path: string): string | undefined => {
  if (path.startsWith('/wallet/')) return '/wallet'
  return ['/game', '/referral', '/dapp', '/privacy'].includes(path) ? '/earn' : undefined
}

/** Telegram's back button, and its question before the app is closed while something is being sent. */
export const useHostNavigation = (): void => {
  const host = useHost()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  useEffect(() => {
    const parent = parentOf(pathname)
    if (!host || parent === undefined) return
    // The first page of this visit has nothing behind it.
    const back = () => void (key === 'default' ? navigate(parent) : navigate(-1))
    const off = host.backButton.onClick(back)
    host.backButton.show()
    return () => {
      off()
      host.backButton.hide()
    }
  }, [host, pathname, key, navigate])
}
