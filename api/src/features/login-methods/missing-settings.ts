import { type LoginMethod, type MethodField, methodFields } from '@openauth/client'

/** What an app lacks at a method's provider: for every login, and for redirect logins. */
export interface MissingSettings {
  login: MethodField['name'][]
  redirect: MethodField['name'][]
}

/** The settings of a login method that are not set. A credential counts as set by any value that is not empty. */
export const missingSettings = (app: Record<MethodField['name'], unknown>, method: LoginMethod): MissingSettings => {
  const fields = methodFields[method]
  if (fields.some(({ name, neededFor }) => neededFor === 'alternative' && app[name])) return { login: [], redirect: [] }
  const missing = (need: MethodField['neededFor']) =>
    fields.filter(({ name, neededFor }) => neededFor === need && !app[name]).map(({ name }) => name)
  return { login: missing('login'), redirect: missing('redirect') }
}
