import oidcClients from './en/oidcClients.json'
import oidcConnections from './en/oidcConnections.json'
import oidcResources from './en/oidcResources.json'

/** The English messages of an app's OpenID connections, clients and API resources, which are loaded with the first screen that has them. */
export const connectionsEnglish = { ...oidcConnections, ...oidcClients, ...oidcResources }
