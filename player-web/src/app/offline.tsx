import { useTranslate } from '../i18n/i18n.ts'
import { useConnection } from '../lib/connection.ts'
import './offline.css'

/** Says that the browser has no network, or that the server does not answer. */
export const OfflineNotice = () => {
  const t = useTranslate()
  const connection = useConnection()
  return (
    <output>
      {connection !== 'online' && (
        <span className="offline">{t(connection === 'offline' ? 'state.offline' : 'error.network')}</span>
      )}
    </output>
  )
}
