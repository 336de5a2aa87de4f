/** The address of an app's API resources, or of one beside them. */
export const resourcesPath = (appId: string, resource?: string): string =>
  `/apps/${appId}/oidc-resources${resource === undefined ? '' : `/${resource}`}`
