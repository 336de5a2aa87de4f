import { Link } from 'react-router-dom'
import { isUnencrypted } from '../../../address.ts'

/** Which server a password is about to go to, and a way to another one. */
export const ServerLine = ({ address }: { address: string }) => (
  <div className="server-line">
    <p>
      <span className="server-address">{address}</span> <Link to="/server">Change server</Link>
    </p>
    {isUnencrypted(address) && (
      <p className="warning">
        This address is not encrypted: whoever is on the way to the server can read the password. Use https outside of a
        network that you trust.
      </p>
    )}
  </div>
)
