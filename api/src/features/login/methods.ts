import { proveEmail } from './email-codes.ts'
import {
  proveApple,
  proveDiscord,
  proveGithub,
  proveGoogle,
  proveHuggingface,
  proveTikTok,
  proveTwitter,
} from './proofs/providers.ts'
import { proveTelegram } from './proofs/telegram.ts'
import { proveEthereum, proveSolana } from './proofs/wallets.ts'

/** How each method checks what a caller shows: the login and the bind call of a method share it. */
export const methods = {
  email: proveEmail,
  google: proveGoogle,
  discord: proveDiscord,
  tiktok: proveTikTok,
  twitter: proveTwitter,
  github: proveGithub,
  huggingface: proveHuggingface,
  apple: proveApple,
  telegram: proveTelegram,
  ethereum: proveEthereum,
  solana: proveSolana,
}
export type Method = keyof typeof methods
