import * as z from 'zod'
import { PlayerBrand } from './brand.ts'
import * as endpoints from './endpoints/player.ts'
import { SIGNATURE_TOKEN, analyticsKinds } from './facts/player.ts'
import { Id } from './fields.ts'
import { ConnectionButton } from './oidc-connections.ts'
import { loginMethods } from './providers.ts'
import { route } from './route.ts'

/** An address, and the one that pages on a development host use. */
const Site = z.object({ url: z.string(), stagingUrl: z.string() })

export const PlayerConfig = z
  .object({
    initialized: z.boolean().describe('whether the server has an admin'),
    app: z
      .object({
        id: Id,
        name: z.string(),
        description: z.string().nullable(),
        logoUrl: z.string().nullable(),
        methods: z
          .array(z.enum(loginMethods))
          .describe('the login methods that are switched on, in the order in which the page lists them'),
        connections: z.array(ConnectionButton).describe('the OpenID connections that have a button'),
        brand: PlayerBrand,
        tapGame: z.boolean().describe('whether the app has the tap game'),
      })
      .nullable()
      .describe('the app of the front end: PLAYER_APP_ID, else the first app; null if there is none yet'),
    production: z.boolean(),
    apiUrl: z.string().describe("the address of the API; empty for the page's own origin"),
    content: Site.describe('base addresses of the content service, this server or a Strapi'),
    solana: z.object({
      rpcUrl: z.string().nullable().describe('a node that pages can call; null: pages read balances from this server'),
      explorerUrl: z.string().describe(`an address with ${SIGNATURE_TOKEN} in it`),
    }),
    telegram: z.object({
      botName: z.string().nullable().describe('without @'),
      appName: z.string().nullable().describe("the mini-app's short name, if any"),
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
  config: route(endpoints.player.config, {
    reader: 'Players',
    summary: "Show the configuration of the players' front end",
    description: 'Needs no credential. One build of the front end serves every deployment by reading this first.',
    input: z.object({}),
    output: PlayerConfig,
  }),
  inviter: route(endpoints.player.inviter, {
    reader: 'Players',
    limited: true,
    summary: 'Tell the name of the player whose invitation a visitor follows',
    description:
      "Only a name that the boards of the front end's app show already: of a player with rings who is on them. An unknown code and a player without a name are the same: null.",
    input: z.object({ referCode: z.string().max(64) }),
    output: z.object({ name: z.string().nullable() }),
  }),
}
