/** The address of an app's endpoints, or of one beside them. */
export const webhooksPath = (appId: string, webhookId?: string): string =>
  `/apps/${appId}/webhooks${webhookId === undefined ? '' : `/${webhookId}`}`

/** The address of what was sent to an endpoint. */
export const deliveriesPath = (appId: string, webhookId: string): string =>
  `${webhooksPath(appId, webhookId)}/deliveries`
