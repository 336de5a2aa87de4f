import type { RedirectProvider } from '@openauth/client'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { huggingface } from './huggingface.ts'
import { line } from './line.ts'
import type { MethodFacts, StandIn } from './stand-in.ts'
import { telegram } from './telegram.ts'
import { tiktok } from './tiktok.ts'
import { twitter } from './twitter.ts'

/** The providers with a redirect login. */
export const standIns = { google, apple, discord, twitter, tiktok, github, huggingface, line } satisfies {
  [P in RedirectProvider]: StandIn<P>
}
export type StandIns = typeof standIns

/** Those and Telegram. */
export const methodStandIns = { ...standIns, telegram }
export type MethodStandIns = typeof methodStandIns

export const allStandIns: MethodFacts[] = Object.values(methodStandIns)
