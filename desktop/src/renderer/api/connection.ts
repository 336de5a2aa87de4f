import type { Transport } from '@openauth/client'
import type { Server } from '../../ipc.ts'

/** How the pages reach a server: through Electron's main process, or over HTTP as pages of the server itself. */
export interface Connection {
  /** A browser's server is the one that the pages come from; the desktop console's is chosen. */
  kind: 'desktop' | 'browser'
  /** Makes calls of the contract. The token stays out of the reach of scripts. */
  transport: Transport
  server: () => Promise<Server>
}
