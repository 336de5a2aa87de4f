/** Where a provider offers a user's picture. */
export type AvatarSource = { kind: 'url'; url: string } | { kind: 'telegram'; telegramId: string }

/** The value of User.avatarSource. Addresses of Telegram's pictures contain the bot's token and are not stored. */
export const serializeSource = (source: AvatarSource): string => (source.kind === 'url' ? source.url : 'telegram')
