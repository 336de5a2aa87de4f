/**
 * Whether a field of the contract carries a secret, by its name: `password`, `telegramBotToken`, `githubClientSecret`,
 * `applePrivateKey`, `setupCode`. Because the name decides, new secret fields are covered without a change here.
 */
export const isSecretName = (key: string): boolean => /(password|secret|token|privatekey|setupcode)$/i.test(key)
