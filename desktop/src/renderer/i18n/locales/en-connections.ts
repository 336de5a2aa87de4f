import oidcClients from './en/oidcClients.json'
import oidcConnections from './en/oidcConnections.json'

/** The English messages of an app's OpenID connections and clients, which are loaded with the first screen that has them. */
export const connectionsEnglish = { ...oidcConnections, ...oidcClients }
