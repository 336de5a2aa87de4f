import type { InputFields } from '../input-fields.ts'
import type { MethodCalls, MethodFacts } from './method.ts'

const WIDGET_FIELDS = 32

/** https://core.telegram.org/widgets/login */
const widget = ({ z }: InputFields) =>
  z
    .record(z.string().max(64), z.union([z.string().max(4096), z.number(), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= WIDGET_FIELDS, `must have at most ${WIDGET_FIELDS} fields`)
    // The server limits the number of fields by this before it validates them.
    .meta({ maxProperties: WIDGET_FIELDS })

export const telegram = {
  title: 'Telegram',
  account: 'A Telegram account',
  identityField: 'telegram',
  switch: 'telegramEnabled',
  place: 40,
  settings: [
    { name: 'telegramBotToken', neededFor: 'login', secret: true },
    { name: 'telegramBotId', neededFor: 'alternative' },
  ],
} as const satisfies MethodFacts

export const telegramCalls = (fields: InputFields) =>
  ({
    proof: {
      data: fields.z
        .union([fields.z.string().min(1, 'must not be empty').max(16_384), widget(fields)])
        .describe('unmodified init data of a mini-app, or the result of the Login Widget'),
    },
    loginSummary: 'Log in with init data of a Telegram mini-app, or the Login Widget',
    errors: ['init_data_invalid', 'init_data_expired', 'init_data_used', 'init_data_replayed'],
  }) as const satisfies MethodCalls
