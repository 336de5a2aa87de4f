import { endpoints } from '@openauth/client'
import Webhook from 'lucide-react/icons/webhook'
import type { Screen } from './screen.ts'

/** The screens of what partners' servers are told of an app. */
export const webhookScreens: readonly Screen[] = [
  {
    path: '/apps/:appId/webhooks',
    title: 'webhookScreens.title',
    icon: Webhook,
    section: 'app',
    call: endpoints.webhooks.list,
    component: async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen,
    words: 'webhookScreens.words',
  },
  {
    path: '/apps/:appId/webhooks/:webhookId',
    title: 'webhookScreens.title',
    icon: Webhook,
    call: endpoints.webhooks.list,
    component: async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen,
  },
  {
    path: '/apps/:appId/webhooks/:webhookId/deliveries',
    title: 'webhookScreens.deliveries',
    icon: Webhook,
    call: endpoints.webhooks.deliveries,
    component: async () => (await import('../features/webhooks/deliveries-screen.tsx')).DeliveriesScreen,
  },
]
