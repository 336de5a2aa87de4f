import type { RedirectProvider } from '@openauth/client'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { huggingface } from './huggingface.ts'
import { tiktok } from './tiktok.ts'
import { twitter } from './twitter.ts'
import type { ProviderSlice } from './types.ts'

/** The providers with a redirect login. */
export const slices = { google, apple, discord, twitter, tiktok, github, huggingface } satisfies Record<
  RedirectProvider,
  Pick<ProviderSlice, 'addresses'>
>
