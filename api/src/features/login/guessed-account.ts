/** Keys of accounts for budgets of guesses and known clients. Unknown names are counted too. */
export const guessedAccount = {
  admin: (usernameKey: string): string => `admin ${usernameKey}`,
  username: (appId: string, subject: string): string => `user ${appId} ${subject}`,
  email: (appId: string, address: string): string => `email ${appId} ${address}`,
}
