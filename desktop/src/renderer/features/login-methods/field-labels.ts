import { settingTerms } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'
import type { MethodSetup } from './setup-query.ts'

/** A setting of a method, and whether it is set. */
export type MethodSetting = MethodSetup['fields'][number]
export type SettingName = MethodSetting['name']

/** What the provider's console calls a setting: a message for each of the contract's terms. */
export const settingLabel = (name: SettingName): MessageId => `login-methods.${settingTerms[name]}` as MessageId
