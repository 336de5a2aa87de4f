import type { InputFields } from '../input-fields.ts'
import type { MethodCalls, MethodFacts } from './method.ts'

/** A six-digit code that is sent to the address. */
export const email = {
  title: 'e-mail',
  account: 'An e-mail address',
  identityField: 'email',
  switch: 'emailEnabled',
  place: 10,
  settings: [],
} as const satisfies MethodFacts

export const emailCalls = ({ z, Email }: InputFields) =>
  ({
    proof: {
      email: Email,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must have six digits'),
    },
    loginSummary: 'Log in with the code that was sent to an e-mail address',
    errors: ['email_code_incorrect'],
  }) as const satisfies MethodCalls
