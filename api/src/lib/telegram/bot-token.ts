/** The format of BotFather's tokens; any other text could change the path of a Bot API call. */
export const isBotToken = (token: string): boolean => /^\d+:[\w-]+$/.test(token)
