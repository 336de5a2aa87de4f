import { z } from 'zod'
import { Id } from './fields.ts'
import { loginMethods } from './providers.ts'
import { route } from './route.ts'

/** Where a chain's browser for people shows a transaction: this stands for its signature. */
export const SIGNATURE_TOKEN = '{signature}'

/** The first segments of the front end's paths. */
export const playerPages = ['dapp', 'earn', 'game', 'login', 'privacy', 'referral', 'wallet'] as const

export const analyticsKinds = ['off', 'console', 'gtag'] as const

/** An address that depends on where the page is: on a development host the staging one. */
const Site = z.object({ url: z.string(), stagingUrl: z.string() })

export const PlayerConfig = z
  .object({
    initialized: z.boolean().describe('whether the server has an admin'),
    app: z
      .object({
        ...{ id: Id, name: z.string(), description: z.string().nullable(), logoUrl: z.string().nullable() },
        methods: z.array(z.enum(loginMethods)).describe('the login methods that are switched on'),
      })
      .nullable()
      .describe('the app that the front end belongs to: PLAYER_APP_ID, else the first; null where there is none yet'),
    production: z.boolean(),
    apiUrl: z.string().describe("where the API answers; empty: at the page's own origin"),
    content: Site.describe('base addresses of the content service, this server or a Strapi'),
    solana: z.object({
      rpcUrl: z.string().nullable().describe('a node that answers pages; null: balances are asked of this server'),
      explorerUrl: z.string().describe(`an address with ${SIGNATURE_TOKEN} in it`),
    }),
    telegram: z.object({
      botName: z.string().nullable().describe('without @'),
      appName: z.string().nullable().describe("the mini-app's short name, where it has one"),
    }),
    supportEmail: z.string().nullable(),
    analytics: z.object({ kind: z.enum(analyticsKinds), id: z.string().nullable() }),
    odyssey: Site,
    earn: z.object({ stakeUrl: z.string().nullable(), playUrl: z.string().nullable() }),
    switches: z.object({
      game: z.boolean().describe('the game center'),
      referral: z.boolean().describe('inviting friends'),
      odyssey: z.boolean().describe('binding Odyssey codes'),
      telegramWallet: z
        .boolean()
        .describe("wallet and dapps inside Telegram, whose rules allow mini-apps TON's assets only"),
    }),
  })
  .meta({ id: 'PlayerConfig' })
export type PlayerConfig = z.input<typeof PlayerConfig>

/** The players' front end. */
export const player = {
  config: route({
    method: 'GET',
    path: '/player/config',
    auth: 'public',
    reader: 'Players',
    summary: "What the players' front end needs to know before it shows anything",
    description: 'Needs no credential. One build of the front end serves every deployment by reading this first.',
    input: z.object({}),
    output: PlayerConfig,
  }),
}
