import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { ethereum } from './ethereum.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { huggingface } from './huggingface.ts'
import type { MethodFacts } from './method.ts'
import { passkey } from './passkey.ts'
import { solana } from './solana.ts'
import { telegram } from './telegram.ts'
import { tiktok } from './tiktok.ts'
import { twitter } from './twitter.ts'
import { username } from './username.ts'

/** Every login method, in the order of a User's fields. */
export const methods = {
  ...{ email, google, discord, tiktok, github, huggingface, twitter, apple, telegram, ethereum, solana, username },
  passkey,
} satisfies Record<string, MethodFacts>
export type Methods = typeof methods
