import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { withFieldIssue } from '../../components/problems.ts'
import { type OtherFields, useSaveVersioned } from '../../components/use-save-versioned.ts'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { WebhookInput } from './webhook-values.ts'
import { useWebhooksChanged, type Webhook, webhooksQuery } from './webhooks-query.ts'

const titles = {
  url: 'webhooks.url',
  description: 'webhooks.description',
  events: 'webhooks.events',
  enabled: 'webhooks.enabled',
  orderedByUser: 'webhooks.ordered',
} as const satisfies Partial<Record<keyof Webhook, MessageId>>
type Field = keyof typeof titles
const names = Object.keys(titles) as Field[]

const fieldText = (value: Webhook[Field], t: Translate): string => {
  if (typeof value === 'boolean') return t(value ? 'login-methods.on' : 'login-methods.off')
  if (Array.isArray(value)) return value.length === 0 ? t('webhooks.all') : value.join(', ')
  return value ?? '–'
}

/** The fields in which two versions differ; a rotated secret shows in none. */
const changedFields = (before: Webhook, now: Webhook, t: Translate): OtherFields =>
  names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ label: t(titles[name]), value: fieldText(now[name], t) }))

/** Adds or saves an endpoint: see useSaveVersioned. */
export const useSaveWebhook = (appId: string, webhook: Webhook | undefined, isGone: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { save, ...state } = useSaveVersioned<Webhook>(
    {
      changed: useWebhooksChanged(),
      notFound: 'webhook_not_found',
      nameOf: ({ url }) => new URL(url).host,
      // Without the secret: it is asked for when it is wanted.
      create: async (values) => {
        const { secret: _, ...created } = await client.webhooks.create({ ...(values as WebhookInput), appId })
        return created
      },
      update: ({ id, updatedAt }, values) =>
        client.webhooks.update({ ...(values as WebhookInput), appId, id, expectedUpdatedAt: updatedAt }),
      read: async ({ id }) => {
        const webhooks = await queryClient.fetchQuery({ ...webhooksQuery(appId), staleTime: 0 })
        return webhooks.find((one) => one.id === id)
      },
      changedFields: (before, now) => changedFields(before, now, t),
    },
    webhook,
    isGone,
  )
  const saveOrExplain: typeof save = (values, edited) =>
    save(values, edited).catch((error: unknown) => {
      throw withFieldIssue(error, ['url'])
    })
  return { ...state, save: saveOrExplain }
}
