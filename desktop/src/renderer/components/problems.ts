import { ApiError } from '@openauth/client'

/** The issue of an error for one field of a form, with a capital letter. */
export const issueOf = (error: Error | null, field: string): string | undefined => {
  const message = error instanceof ApiError ? error.issues.find(({ path }) => path === field)?.message : undefined
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** Whether the given fields display all issues of an error. */
export const isFieldIssue = (error: Error, fields: readonly string[]): boolean =>
  error instanceof ApiError && error.issues.length > 0 && error.issues.every(({ path }) => fields.includes(path))

/** The server's error code. */
export const codeOf = (error: Error | null): string | undefined => (error instanceof ApiError ? error.code : undefined)
