import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/**
 * What a setting of a login method is needed for: every login, redirect logins only, or as the alternative of the
 * method's other settings.
 */
export const fieldNeeds = ['login', 'redirect', 'alternative'] as const

/** A setting of an app at a method's provider. */
export interface MethodSetting {
  /** Its name in the app's settings. */
  name: string
  neededFor: (typeof fieldNeeds)[number]
  /** What the provider's console calls it, where that is not its name without the method's: `clientId`. */
  term?: string
  /** Encrypted at rest, and visible to admins only. Other settings are public identifiers. */
  secret?: true
}

/** What everybody may know of a login method. Everything that names methods derives from these. */
export interface MethodFacts {
  /** The name on a button, after "Log in with" or "Continue with". */
  title: string
  /** One account of it in a sentence: "… was added as a way to log in". */
  account: string
  /** The field of a User that has its identity. A method without one, such as passkeys, may have several of a user. */
  identityField?: string
  /** The app's setting that switches it on. */
  switch: string
  /** Its place on a login page, from the top. What most people have comes first. */
  place: number
  /** It has a redirect login at `/auth/{appId}/{method}/oauth`. The first of its settings is the client id. */
  redirect?: true
  /** Its providers are the operator's: an app has connections, each with a redirect login. */
  connections?: true
  settings: readonly MethodSetting[]
  /** Its calls are declared by themselves, not by a function beside these facts. */
  ownCalls?: true
}

/** What the login call and the bind call of a method take. A method's file has it as a function of the schemas' parts, since pages load that file. */
export interface MethodCalls {
  /** The credential: the input of its login call, with the app's id, and of its bind call, with a user's token. */
  proof: Readonly<Record<string, z.ZodType>>
  /** Input of the one call and not of the other. */
  loginInput?: Readonly<Record<string, z.ZodType>>
  bindInput?: Readonly<Record<string, z.ZodType>>
  /** The summary of its login call, where "Log in with" and its title say too little. */
  loginSummary?: string
  /** The errors of its credential. */
  errors: readonly ErrorCode[]
}

/** Errors of a provider's token. */
export const providerErrors = [
  ...(['token_refused', 'token_of_another_app', 'account_mismatch', 'provider_unavailable'] as const),
  'provider_misconfigured',
] as const satisfies ErrorCode[]
