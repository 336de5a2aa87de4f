/**
 * Whether a field of the contract carries a secret, by its name: `password`, `telegramBotToken`, `githubClientSecret`,
 * `applePrivateKey`, `setupCode`. Going by name, a field that is added tomorrow is guarded without anyone remembering to.
 */
export const isSecretName = (key: string): boolean => /(password|secret|token|privatekey|setupcode)$/i.test(key)
