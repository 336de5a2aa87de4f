/**
 * Whether a field of the contract carries a secret, by its name: `password`, `telegramBotToken`, `githubClientSecret`,
 * `applePrivateKey`, `setupCode`. Because the name decides, new secret fields are covered without a change here.
 */
export const isSecretName = (key: string): boolean => /(password|secret|token|privatekey|setupcode)$/i.test(key)

/**
 * Whether a field of an answer is a secret. A field called `token` is a token of a chain there: the calls that answer a
 * session's token are not commands.
 */
export const isSecretAnswer = (key: string): boolean => key !== 'token' && isSecretName(key)
