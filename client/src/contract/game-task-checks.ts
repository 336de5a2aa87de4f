import * as z from 'zod'
import { taskProblems } from './facts/game-tasks.ts'
import { HttpUrl } from './fields.ts'
import { networks, paymentNetworks } from './networks.ts'
import { TokenRef } from './token-ref.ts'
import { providers } from './providers.ts'

const count = z.int().min(1)

/** Smallest units, decimal: amounts of 256 bits at most. */
const Amount = z
  .string()
  .regex(/^[1-9]\d{0,77}$/, 'must be a whole number of smallest units, at least 1, such as 1000000')
  .describe('the least amount, in smallest units')

const asset = {
  network: z.enum(networks),
  token: z
    .string()
    .max(64)
    .nullable()
    .default(null)
    .describe("the mint's or contract's address; null or left out: the network's own token, such as SOL or ETH"),
  amount: Amount,
}

const tokenFitsNetwork = ({ network, token }: { network: string; token: string | null }): boolean =>
  token === null || TokenRef.safeParse(`${network}:${token}`).success
const tokenMessage = {
  path: ['token'],
  error: "must be a token's address as the network writes it; leave it out, or give null, for the network's own token",
}

/** A public chat by its name, or any chat by its id: https://core.telegram.org/bots/api#getchatmember */
const TelegramChat = z
  .union([z.string(), z.int().transform(String)])
  .pipe(z.string().regex(/^(@[A-Za-z]\w{3,31}|-\d{1,20})$/, 'must be @name of a public chat, or the id of a chat'))
  .describe('@name of a public chat or channel, or the id of any, such as -1001234567890; the app’s bot must be in it')

/** What a player must have done, by kind of task. */
export const taskChecks = {
  visit: z.strictObject({
    kind: z.literal('visit'),
    dwellSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(10)
      .describe('how long after the first call of verify-action the next one completes the task'),
  }),
  telegram_member: z.strictObject({ kind: z.literal('telegram_member'), chat: TelegramChat }),
  identity: z.strictObject({
    kind: z.literal('identity'),
    provider: z.enum(providers).describe('the player has an account of this provider'),
  }),
  odyssey: z.strictObject({ kind: z.literal('odyssey') }),
  invite: z.strictObject({
    kind: z.literal('invite'),
    count: count.max(1_000_000).describe('invitations that were paid, in all; of a daily task, on the day'),
  }),
  taps: z.strictObject({
    kind: z.literal('taps'),
    count: count.max(1_000_000_000_000).describe('accepted taps in all; of a daily task, on the day'),
  }),
  level: z.strictObject({ kind: z.literal('level'), level: z.int().min(2).max(101) }),
  league: z.strictObject({ kind: z.literal('league'), league: z.string().max(32).describe('its id in the rules') }),
  hold: z
    .strictObject({ kind: z.literal('hold'), ...asset })
    .refine(tokenFitsNetwork, tokenMessage)
    .describe("the player's wallet holds the amount when the chain is asked"),
  send: z
    .strictObject({
      kind: z.literal('send'),
      ...asset,
      network: z.enum(paymentNetworks),
      toAddress: z
        .string()
        .min(1)
        .max(128)
        .nullable()
        .default(null)
        .describe('the recipient; null for any but the wallet itself'),
    })
    .refine(tokenFitsNetwork, tokenMessage)
    .refine(({ network, toAddress }) => toAddress === null || TokenRef.safeParse(`${network}:${toAddress}`).success, {
      path: ['toAddress'],
      error: 'must be an address as the network writes it',
    })
    .describe('one transfer of at least the amount, made since the task began and confirmed by the chain'),
  webhook: z.strictObject({
    kind: z.literal('webhook'),
    url: HttpUrl.describe("the partner's endpoint, which is asked by a signed POST: a public https address"),
  }),
  code: z.strictObject({ kind: z.literal('code') }).describe('the player enters a one-time code'),
}

export type TaskKind = keyof typeof taskChecks
export const taskKinds = Object.keys(taskChecks) as [TaskKind, ...TaskKind[]]

const [first, ...others] = Object.values(taskChecks)

/** What a player must have done for a task. */
export const TaskCheck = z.discriminatedUnion('kind', [first!, ...others]).meta({ id: 'TaskCheck' })
export type TaskCheck = z.output<typeof TaskCheck>

/** The check of one kind. */
export type TaskCheckOf<K extends TaskKind> = z.output<(typeof taskChecks)[K]>

export type TaskProblem = keyof typeof taskProblems

export const TaskProblem = z.enum(Object.keys(taskProblems) as [TaskProblem, ...TaskProblem[]]).describe(
  `what the operator has to mend before players can complete it: ${Object.entries(taskProblems)
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ')}. Null: nothing is known`,
)
