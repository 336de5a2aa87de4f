import { ApiError } from '@openauth/client'

/** What an answer says about one field of a form, as a sentence. */
export const issueOf = (error: Error | null, field: string): string | undefined => {
  const message = error instanceof ApiError ? error.issues.find(({ path }) => path === field)?.message : undefined
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** Whether all that is wrong is said at the fields. */
export const isFieldIssue = (error: Error, fields: readonly string[]): boolean =>
  error instanceof ApiError && error.issues.length > 0 && error.issues.every(({ path }) => fields.includes(path))

/** The server's code of a refusal. */
export const codeOf = (error: Error | null): string | undefined => (error instanceof ApiError ? error.code : undefined)
