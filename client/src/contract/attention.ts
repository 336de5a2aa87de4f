import * as z from 'zod'
import * as endpoints from './endpoints/attention.ts'
import { attentionSeverities, attentionCodes } from './facts/attention.ts'
import { Id } from './fields.ts'
import { route } from './route.ts'

const codes = Object.keys(attentionCodes) as [keyof typeof attentionCodes, ...(keyof typeof attentionCodes)[]]

export const AttentionItem = z
  .object({
    code: z.enum(codes).describe(codes.map((code) => `${code}: ${attentionCodes[code]}`).join('. ')),
    severity: z.enum(attentionSeverities),
    appId: Id.nullable().describe('the app, where it is about one'),
    subject: z.string().nullable(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.input<typeof AttentionItem>

export const attention = {
  list: route(endpoints.attention.list, {
    summary: "List what needs an operator's attention, the worst first",
    description:
      'From settings and from what the answering server knows: it calls no provider, mail server or node. An item has no message; its code says what to show.',
    input: z.object({}),
    output: z.array(AttentionItem),
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
}
