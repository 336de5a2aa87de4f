import type { MessageId } from '../../i18n/i18n.ts'
import type { MethodSetup } from './setup-query.ts'

/** A setting of a method, and whether it is set. */
export type MethodSetting = MethodSetup['fields'][number]
export type SettingName = MethodSetting['name']

/** What the provider's console calls each setting. */
export const settingLabels: Record<SettingName, MessageId> = {
  googleClientId: 'login-methods.clientId',
  googleClientSecret: 'login-methods.clientSecret',
  discordApplicationId: 'login-methods.applicationId',
  discordClientSecret: 'login-methods.clientSecret',
  twitterClientId: 'login-methods.clientId',
  twitterClientSecret: 'login-methods.clientSecret',
  tiktokClientKey: 'login-methods.clientKey',
  tiktokClientSecret: 'login-methods.clientSecret',
  githubClientId: 'login-methods.clientId',
  githubClientSecret: 'login-methods.clientSecret',
  huggingfaceClientId: 'login-methods.clientId',
  huggingfaceAppSecret: 'login-methods.appSecret',
  appleClientId: 'login-methods.servicesId',
  appleTeamId: 'login-methods.teamId',
  appleKeyId: 'login-methods.keyId',
  applePrivateKey: 'login-methods.privateKey',
  telegramBotToken: 'login-methods.botToken',
  telegramBotId: 'login-methods.botId',
}
