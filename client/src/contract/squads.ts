import * as z from 'zod'
import * as endpoints from './endpoints/squads.ts'
import { SQUAD_REMOVAL_DAYS } from './facts/squads.ts'
import { Empty, Id, Instant, name as nameText, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'

const count = z.int().min(0)

const Squad = z
  .object({
    id: z.string(),
    name: z.string(),
    members: count,
    rings: count.describe('the sum of what its present members have earned in all; some seconds behind'),
    rank: count.describe('among the squads of the app, from 1; equal rings share a rank'),
    isMine: z.boolean().describe('whether the player is a member'),
  })
  .meta({ id: 'Squad' })
export type Squad = z.input<typeof Squad>

const Member = z
  .object({
    id: z.string().describe("the user's id"),
    rank: count.describe('in the squad, from 1'),
    username: z.string().nullable(),
    avatar: z.string().nullable(),
    rings: count.describe('earned in all'),
    isLeader: z.boolean(),
    isMe: z.boolean(),
  })
  .meta({ id: 'SquadMember' })

const SquadName = nameText(3, 30)
const search = z.string().max(30).optional().describe('the beginning of the name, in any case')

const byId = z.object({ id: Id })
const byMember = byId.extend({ userId: Id })
const nameErrors = ['squad_exists', 'name_mixes_scripts', 'name_reserved', 'name_looks_alike'] as const
const off = ['game_off', 'squads_off'] as const

/** Squads of the tap game. */
export const squads = {
  list: route(endpoints.squads.list, {
    reader: 'Players',
    summary: 'List the squads of the app, the best first',
    description: 'By the sum of what the present members have earned. `meta.mine` is the own squad.',
    input: z.object({ search, ...Pagination.shape }),
    output: z.array(Squad),
    meta: PageMeta.extend({ mine: Squad.nullable(), price: count.describe('rings that a new squad costs') }),
    errors: off,
  }),
  get: route(endpoints.squads.get, {
    reader: 'Players',
    summary: 'Show a squad and its best members',
    description: 'The hundred members who have earned the most.',
    input: byId,
    output: Squad.extend({ best: z.array(Member), isLeader: z.boolean().describe('whether the player leads it') }),
    errors: [...off, 'squad_not_found'],
  }),
  create: route(endpoints.squads.create, {
    reader: 'Players',
    summary: 'Found a squad, for the price of the rules',
    description: 'The founder leads it. A name belongs to one squad of the app, whatever its case.',
    input: z.object({ name: SquadName }),
    output: Squad,
    status: 201,
    errors: [...off, ...nameErrors, 'in_squad', 'not_enough_rings'],
  }),
  join: route(endpoints.squads.join, {
    reader: 'Players',
    summary: 'Join a squad',
    description: `A player is in one squad at a time. Of several calls at once, one joins. Who was removed from the squad cannot join it again for ${SQUAD_REMOVAL_DAYS} days.`,
    input: byId,
    output: Squad,
    errors: [...off, 'squad_not_found', 'in_squad', 'removed_from_squad', 'squad_full'],
  }),
  leave: route(endpoints.squads.leave, {
    reader: 'Players',
    summary: 'Leave the squad',
    description:
      'The member who has been there longest leads it next; a squad without members is gone. Without a squad it changes nothing.',
    input: z.object({}),
    output: Empty,
    errors: ['game_off'],
  }),
  removeMember: route(endpoints.squads.removeMember, {
    reader: 'Players',
    summary: 'Remove a member from the squad that the player leads',
    description: `The member cannot join the squad again for ${SQUAD_REMOVAL_DAYS} days, but any other one at once. A leader leaves by \`/api/squads/leave\`.`,
    input: byMember,
    output: Empty,
    errors: [...off, 'squad_not_found', 'not_squad_leader', 'squad_member_not_found'],
  }),
}

const ofApp = z.object({ appId: Id })

const AdminSquad = Squad.omit({ isMine: true })
  .extend({ leaderId: z.string(), createdAt: Instant })
  .meta({ id: 'AdminSquad' })

const found = ['app_not_found', 'squad_not_found'] as const

/** Squads, for operators. */
export const gameSquads = {
  list: route(endpoints.gameSquads.list, {
    summary: 'List the squads of an app, the best first',
    description: 'By the sum of what the present members have earned.',
    input: ofApp.extend({ search, ...Pagination.shape }),
    output: z.array(AdminSquad),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  get: route(endpoints.gameSquads.get, {
    summary: 'Show a squad and its best members',
    description: 'The hundred members who have earned the most.',
    input: ofApp.extend(byId.shape),
    output: AdminSquad.extend({ best: z.array(Member.omit({ isMe: true })) }),
    errors: found,
  }),
  update: route(endpoints.gameSquads.update, {
    summary: 'Rename a squad',
    description: 'For names that offend. Names look like no other one of the app.',
    input: ofApp.extend({ ...byId.shape, name: SquadName }),
    output: AdminSquad,
    errors: [...found, ...nameErrors],
  }),
  removeMember: route(endpoints.gameSquads.removeMember, {
    summary: 'Remove a member from a squad',
    description: `A leader is replaced by the member who has been there longest. Who is removed cannot join the squad again for ${SQUAD_REMOVAL_DAYS} days.`,
    input: ofApp.extend(byMember.shape),
    output: Empty,
    errors: [...found, 'squad_member_not_found'],
  }),
  delete: route(endpoints.gameSquads.delete, {
    summary: 'Remove a squad; its members are in none then',
    description: 'Rings that its members have earned stay theirs. What it cost is not given back.',
    input: ofApp.extend(byId.shape),
    output: Empty,
    errors: found,
  }),
}
