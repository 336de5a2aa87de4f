/** The address of an app's OIDC clients, or of one beside them. */
export const clientsPath = (appId: string, client?: string): string =>
  `/apps/${appId}/oidc-clients${client === undefined ? '' : `/${client}`}`
