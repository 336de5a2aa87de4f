import { ApiError, type ErrorCode } from '@openauth/client'

/** The fields that cause errors which name none; of several it is the one that the form has. */
const fieldsByCode: Partial<Record<ErrorCode, readonly string[]>> = {
  app_exists: ['name'],
  dapp_exists: ['name'],
  admin_exists: ['username'],
  name_mixes_scripts: ['name', 'username'],
  name_reserved: ['name', 'username'],
  name_looks_alike: ['name', 'username'],
  external_id_taken: ['externalId'],
  connection_exists: ['key'],
  oidc_resource_exists: ['url'],
  device_login_not_found: ['userCode'],
  second_factor_required: ['code'],
  last_owner: ['role'],
  owner_has_all_apps: ['apps'],
  app_not_found: ['apps'],
}

const isCode = (code: string): code is keyof typeof fieldsByCode => Object.hasOwn(fieldsByCode, code)

/** Of the fields of a form the one that caused an error which names none. */
const causeOf = ({ code = '', issues }: ApiError, fields: readonly string[]): string | undefined =>
  issues.length === 0 && isCode(code) ? fieldsByCode[code]?.find((field) => fields.includes(field)) : undefined

/** An error as a form shows it: the message of one that a field of the form caused becomes an issue of that field. */
export const withFieldIssue = (error: unknown, fields: readonly string[]): unknown => {
  const path = error instanceof ApiError ? causeOf(error, fields) : undefined
  if (!(error instanceof Error) || path === undefined) return error
  return Object.assign(new Error(error.message, { cause: error }), { issues: [{ path, message: error.message }] })
}

/** The issue of an error for one field of a form, with a capital letter. */
export const issueOf = (error: Error | null, field: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (causeOf(error, [field])) return error.message
  const message = error.issues.find(({ path }) => path === field)?.message
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** Whether the given fields display all issues of an error. */
export const isFieldIssue = (error: Error, fields: readonly string[]): boolean => {
  if (!(error instanceof ApiError)) return false
  if (causeOf(error, fields)) return true
  return error.issues.length > 0 && error.issues.every(({ path }) => fields.includes(path))
}

/** The server's error code. */
export const codeOf = (error: Error | null): string | undefined => (error instanceof ApiError ? error.code : undefined)
