/** Where a provider keeps a user's picture. */
export type AvatarSource = { kind: 'url'; url: string } | { kind: 'telegram'; telegramId: string }

/** How User.avatarSource names it. Telegram's pictures have addresses with the bot's token in them, which are not kept. */
export const serializeSource = (source: AvatarSource): string => (source.kind === 'url' ? source.url : 'telegram')
