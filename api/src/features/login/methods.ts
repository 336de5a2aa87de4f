import { verifyEmailCredential } from './email-codes.ts'
import {
  verifyAppleCredential,
  verifyDiscordCredential,
  verifyGithubCredential,
  verifyGoogleCredential,
  verifyHuggingfaceCredential,
  verifyTikTokCredential,
  verifyTwitterCredential,
} from './proofs/providers.ts'
import { verifyTelegramCredential } from './proofs/telegram.ts'
import { verifyEthereumCredential, verifySolanaCredential } from './proofs/wallets.ts'

/** The verification of each method's credential input, shared by its login and bind calls. */
export const methods = {
  email: verifyEmailCredential,
  google: verifyGoogleCredential,
  discord: verifyDiscordCredential,
  tiktok: verifyTikTokCredential,
  twitter: verifyTwitterCredential,
  github: verifyGithubCredential,
  huggingface: verifyHuggingfaceCredential,
  apple: verifyAppleCredential,
  telegram: verifyTelegramCredential,
  ethereum: verifyEthereumCredential,
  solana: verifySolanaCredential,
}
export type Method = keyof typeof methods
