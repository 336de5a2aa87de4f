import { Link } from 'react-router-dom'
import { isUnencrypted } from '../../../address.ts'

/** The server that receives the password, with a link to change it. */
export const ServerLine = ({ address }: { address: string }) => (
  <div className="server-line">
    <p>
      <span className="server-address">{address}</span> <Link to="/server">Change server</Link>
    </p>
    {isUnencrypted(address) && (
      <p className="warning">
        Connections to this address are not encrypted: others on the network can read the password. Use https outside of
        a network that you trust.
      </p>
    )}
  </div>
)
