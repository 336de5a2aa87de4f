import { Link } from 'react-router-dom'
import { isUnencrypted } from '../../../address.ts'
import { isInBrowser } from '../../api/transport.ts'

/** The server that receives the password, with a link to change it; a browser's is that of its pages. */
export const ServerLine = ({ address }: { address: string }) => (
  <div className="server-line">
    <p>
      <span className="server-address">{address}</span> {!isInBrowser() && <Link to="/server">Change server</Link>}
    </p>
    {isUnencrypted(address) && (
      <p className="warning">
        Connections to this address are not encrypted: others on the network can read the password. Use https outside of
        a network that you trust.
      </p>
    )}
  </div>
)
