import { identityFields, type Named, type Provider, providers, userName } from '@openauth/client'

export { type Named, userName }

/** Null for a user without an address. */
type EmailOf = { address: string | null; isOfGoogle: false } | { address: string; isOfGoogle: true }

/** The address that the user logs in with, else the one of their Google account, which Google has verified. */
export const emailOf = ({ email, google }: Pick<Named, 'email' | 'google'>): EmailOf =>
  email === null && google?.includes('@')
    ? { address: google, isOfGoogle: true }
    : { address: email, isOfGoogle: false }

/** What is typed to confirm: a short plain username or address, otherwise the refer code, which every keyboard has. */
export const typedNameOf = ({ username, email, referCode }: Named): string =>
  [username, email].find((name) => name && /^[!-~]{1,40}$/.test(name)) ?? referCode

/** The providers by which a user can log in; passkeys are not among a user's fields. */
export const providersOf = (user: Named): Provider[] =>
  providers.filter((provider) => user[identityFields[provider]] !== null)
