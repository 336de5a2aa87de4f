import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'

/** An endpoint as the client reads it. */
export type Webhook = Awaited<ReturnType<typeof client.webhooks.list>>[number]
export type Delivery = Awaited<ReturnType<typeof client.webhooks.deliveries>>['data'][number]
export type DeliveryDetails = Awaited<ReturnType<typeof client.webhooks.delivery>>

/** The endpoints of an app, oldest first. */
export const webhooksQuery = (appId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'all', appId],
    queryFn: ({ signal }) => client.webhooks.list({ appId }, { signal }),
  })

/** Reads anew what a change of an endpoint touches. */
export const useWebhooksChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  const touched: readonly unknown[] = ['webhooks', 'attention', 'audit']
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
