import type { z } from 'zod'

/** A path of an input as JavaScript writes it: `[0].perDay`, `texts.login`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

/** One message per problem of an input that was parsed with the contract's `plainMessage`; `nameOf` names its path. */
export const validationMessages = (
  error: z.core.$ZodError,
  nameOf: (path: readonly PropertyKey[]) => string,
): string[] => error.issues.map((issue) => `${nameOf(issue.path)} ${issue.message}`.trim())
