/** The address of an app's connections, or of one beside them. */
export const connectionsPath = (appId: string, connection?: string): string =>
  `/apps/${appId}/single-sign-on${connection === undefined ? '' : `/${connection}`}`
