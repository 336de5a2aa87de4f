import { type ClientIdName, type CredentialName, switchOf } from '@openauth/client'
import type { IdentityWorld } from './world.ts'

/** The settings of an app for the identity world's clients, its own or the foreign ones, with every login method on. */
export const appSettings = ({ clients, telegram }: IdentityWorld, owner: 'own' | 'foreign' = 'own') =>
  ({
    ...(Object.fromEntries(Object.values(switchOf).map((name) => [name, true])) as Record<
      (typeof switchOf)[keyof typeof switchOf],
      true
    >),
    googleClientId: clients.google[owner].clientId,
    googleClientSecret: clients.google[owner].clientSecret,
    discordApplicationId: clients.discord[owner].clientId,
    discordClientSecret: clients.discord[owner].clientSecret,
    twitterClientId: clients.twitter[owner].clientId,
    twitterClientSecret: clients.twitter[owner].clientSecret,
    tiktokClientKey: clients.tiktok[owner].clientKey,
    tiktokClientSecret: clients.tiktok[owner].clientSecret,
    githubClientId: clients.github[owner].clientId,
    githubClientSecret: clients.github[owner].clientSecret,
    huggingfaceClientId: clients.huggingface[owner].clientId,
    huggingfaceAppSecret: clients.huggingface[owner].clientSecret,
    lineChannelId: clients.line[owner].clientId,
    lineChannelSecret: clients.line[owner].clientSecret,
    appleClientId: clients.apple[owner].clientId,
    appleTeamId: clients.apple[owner].teamId,
    appleKeyId: clients.apple[owner].keyId,
    applePrivateKey: clients.apple[owner].privateKey,
    telegramBotToken: telegram.bots[owner].token,
  }) satisfies Record<Exclude<ClientIdName | CredentialName, 'telegramBotId'>, string | true>
