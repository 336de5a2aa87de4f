import { type CallInput, contract, type WebhookEventType, webhookEventTypes } from '@openauth/client'
import * as z from 'zod'
import type { Webhook } from './webhooks-query.ts'

/** The name of an event's field: a dot would lead into an object. */
export const fieldOf = (type: WebhookEventType) => type.replaceAll('.', '_')

/** What the fields contain. */
export interface WebhookValues {
  url: string
  description: string
  enabled: boolean
  orderedByUser: boolean
  /** Also events of later releases. */
  isAll: boolean
  /** By fieldOf. */
  picked: Record<string, boolean>
}

/** An endpoint as the contract takes it. */
export type WebhookInput = Omit<CallInput<typeof contract.webhooks.create>, 'appId'>

const { shape } = contract.webhooks.create.input.omit({ appId: true })
const wire = z.object(shape)

const pickedOf = (events: readonly string[]) =>
  Object.fromEntries(webhookEventTypes.map((type) => [fieldOf(type), events.includes(type)]))

/** What the fields of a new endpoint contain. */
export const newWebhook: WebhookValues = {
  url: '',
  description: '',
  enabled: true,
  orderedByUser: false,
  isAll: true,
  picked: pickedOf([]),
}

/** What the fields show of an endpoint. */
export const valuesOf = ({ url, description, enabled, orderedByUser, events }: Webhook): WebhookValues => ({
  url,
  description: description ?? '',
  enabled,
  orderedByUser,
  isAll: events.length === 0,
  picked: pickedOf(events),
})

/** The contract's schema over the fields. `noEvents` is said where none is chosen: to the contract, none means all. */
export const webhookSchema = (noEvents: string) =>
  z.transform((raw, context) => {
    const { isAll, picked, ...values } = raw as WebhookValues
    const events = isAll ? [] : webhookEventTypes.filter((type) => picked[fieldOf(type)])
    if (!isAll && events.length === 0)
      context.issues.push({ code: 'custom', input: raw, path: ['isAll'], message: noEvents })
    const parsed = wire.safeParse({ ...values, events })
    for (const { path, message } of parsed.error?.issues ?? [])
      context.issues.push({ code: 'custom', input: raw, path, message })
    return parsed.data ?? z.NEVER
  }) as unknown as z.ZodType<WebhookInput, WebhookValues>
