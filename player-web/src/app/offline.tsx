import { useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/i18n.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the browser has no network. */
export const OfflineNotice = () => {
  const t = useTranslate()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return <output>{!isOnline && <span className="offline">{t('state.offline')}</span>}</output>
}
