import type { InputFields } from '../input-fields.ts'
import { apple, appleCalls } from './apple.ts'
import { discord, discordCalls } from './discord.ts'
import { email, emailCalls } from './email.ts'
import { ethereum, ethereumCalls } from './ethereum.ts'
import { github, githubCalls } from './github.ts'
import { google, googleCalls } from './google.ts'
import { huggingface, huggingfaceCalls } from './huggingface.ts'
import { line, lineCalls } from './line.ts'
import type { MethodCalls, MethodFacts } from './method.ts'
import { oidc, oidcCalls } from './oidc.ts'
import { passkey } from './passkey.ts'
import { solana, solanaCalls } from './solana.ts'
import { telegram, telegramCalls } from './telegram.ts'
import { tiktok, tiktokCalls } from './tiktok.ts'
import { twitter, twitterCalls } from './twitter.ts'
import { username } from './username.ts'

/** Every login method, in the order of a User's fields. */
export const methods = {
  email,
  google,
  discord,
  tiktok,
  github,
  huggingface,
  twitter,
  apple,
  telegram,
  line,
  ethereum,
  solana,
  username,
  oidc,
  passkey,
} satisfies Record<string, MethodFacts>
export type Methods = typeof methods

/** The methods whose credential is the input of a login call and a bind call of one form. */
export type ProofMethod = { [M in keyof Methods]: Methods[M] extends { ownCalls: true } ? never : M }[keyof Methods]

/** The calls of each method. */
export const methodCalls = {
  email: emailCalls,
  google: googleCalls,
  discord: discordCalls,
  tiktok: tiktokCalls,
  github: githubCalls,
  huggingface: huggingfaceCalls,
  twitter: twitterCalls,
  apple: appleCalls,
  telegram: telegramCalls,
  line: lineCalls,
  ethereum: ethereumCalls,
  solana: solanaCalls,
  oidc: oidcCalls,
} satisfies Record<ProofMethod, (fields: InputFields) => MethodCalls>
