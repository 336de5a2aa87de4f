import oidcConnections from './en/oidcConnections.json'

/** The English messages of an app's OpenID connections, which are loaded with the first screen that has them. */
export const connectionsEnglish = { ...oidcConnections }
