import * as z from 'zod'
import * as endpoints from './endpoints/app-game.ts'
import { Id, PageMeta, Pagination } from './fields.ts'
import { RingClaim } from './game-claims.ts'
import { route } from './route.ts'

export const AppPlayer = z
  .object({
    rings: z.int().describe('the balance: earned, less spent and claimed'),
    earnedRings: z.int().describe('earned in all; levels and leagues go by it'),
    claimedRings: z.int().describe('claimed in all, less what was returned'),
    level: z.int().describe('from 1'),
    league: z.string().describe('its id in the rules'),
    payoutsHeld: z.boolean().describe('whether payouts wait for a review of how the user plays'),
  })
  .meta({ id: 'AppPlayer' })
export type AppPlayer = z.input<typeof AppPlayer>

/** The tap game's accounts of a partner's users, for its server. */
export const appGame = {
  get: route(endpoints.appGame.get, {
    access: 'read',
    summary: "Show a user's rings, level and league in the tap game",
    description:
      'The account as it is stored: what a friend or an operator granted is counted once the user plays again. Also of a disabled user, and where the ' +
      'game is switched off. A user who has never played has no account.',
    input: z.object({ id: Id }),
    output: AppPlayer,
    errors: ['user_not_found', 'player_not_found'],
  }),
  claims: route(endpoints.appGame.claims, {
    access: 'read',
    summary: "List a user's claims that are paid on chain, newest first",
    description:
      'Claims of an app that records them only are not among them: `claimedRings` of the account counts both.',
    input: z.object({ id: Id }).extend(Pagination.shape),
    output: z.array(RingClaim),
    meta: PageMeta,
    errors: ['user_not_found'],
  }),
}
