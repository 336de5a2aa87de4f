import { useCallback } from 'react'
import { useHost } from './telegram.tsx'

/** Opens an http(s) address outside the app: inside Telegram by Telegram, else in a new tab. */
export const useOpenLink = (): ((address: string) => void) => {
  const host = useHost()
  return useCallback(
    (address) => {
      if (host) host.openLink(address)
      else open(address, '_blank', 'noopener,noreferrer')
    },
    [host],
  )
}
