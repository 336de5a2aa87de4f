import { Link } from 'react-router-dom'
import { isUnencrypted } from '../../../address.ts'
import { isInBrowser } from '../../api/transport.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** The server that receives the password, with a link to change it; a browser's is that of its pages. */
export const ServerLine = ({ address }: { address: string }) => {
  const t = useTranslate()
  return (
    <>
      <p>
        {address} {!isInBrowser() && <Link to="/server">{t('server.change')}</Link>}
      </p>
      {isUnencrypted(address) && <p className="panel-warning">{t('server.unencrypted')}</p>}
    </>
  )
}
