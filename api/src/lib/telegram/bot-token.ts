/** As BotFather gives them out; anything else would lead to another path of the Bot API. */
export const isBotToken = (token: string): boolean => /^\d+:[\w-]+$/.test(token)
