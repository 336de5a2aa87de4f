import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { parentOf } from '../lib/parent-of.ts'
import { useHost } from './telegram.tsx'

/** Shows Telegram's back button on pages below another one. */
export const useHostNavigation = (): void => {
  const host = useHost()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  useEffect(() => {
    const parent = parentOf(pathname)
    if (!host || parent === undefined) return
    // The first page of a visit has no history to go back to.
    const back = () => void (key === 'default' ? navigate(parent) : navigate(-1))
    const removeListener = host.backButton.onClick(back)
    host.backButton.show()
    return () => {
      removeListener()
      host.backButton.hide()
    }
  }, [host, pathname, key, navigate])
}
