import {
  type ClientIdName,
  type CredentialName,
  type LoginMethod,
  methodFields,
  type MethodSetting,
} from '@openauth/client'

type SettingName = ClientIdName | CredentialName

/** What an app lacks at a method's provider: for every login, and for redirect logins. */
export interface MissingSettings {
  login: SettingName[]
  redirect: SettingName[]
}

/** The settings of a login method that are not set. A credential counts as set by any value that is not empty. */
export const missingSettings = (app: Record<SettingName, unknown>, method: LoginMethod): MissingSettings => {
  const fields = methodFields[method]
  if (fields.some(({ name, neededFor }) => neededFor === 'alternative' && app[name])) return { login: [], redirect: [] }
  const missing = (need: MethodSetting['neededFor']) =>
    fields.filter(({ name, neededFor }) => neededFor === need && !app[name]).map(({ name }) => name)
  return { login: missing('login'), redirect: missing('redirect') }
}
