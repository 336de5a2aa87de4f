import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formOf, queryOf } from './http.ts'
import { stable, type Person } from './people.ts'
import { picture } from './png.ts'
import type { State } from './model.ts'
import { bots, hosts, subject, type Bot } from './telegram-sign.ts'

/** https://core.telegram.org/bots/api#chatmember */
export type Membership = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

/** The only chat of the own bot. */
export const chat = { id: -1_001_234_567_890, username: 'own_game_players' }

/** A public channel that no bot is in. */
export const closedChannel = { id: -1_001_234_567_891, username: 'nobodys_channel' }

/** `isMember` tells of a restricted user whether it is in the chat. A person without an entry has left. */
export interface Members {
  [slug: string]: { status: Membership; isMember: boolean } | 'unknown'
}

const SIZES = [160, 320, 640]

interface Failure {
  error_code: number
  description: string
}
type Method = (context: { state: State; members: Members; bot: Bot; parameters: URLSearchParams }) => object

const badRequest = (description: string): Failure => ({ error_code: 400, description: `Bad Request: ${description}` })
const isFailure = (answer: object): answer is Failure => 'error_code' in answer

const user = (person: Person) => ({
  id: subject(person),
  is_bot: false,
  first_name: person.givenName,
  last_name: person.familyName,
  ...(person.slug !== 'three' && { username: person.username }),
  language_code: 'en',
})

const personById = (state: State, id: string | null): Person | undefined =>
  state.people.find((person) => String(subject(person)) === id)

/** A file id is valid for one bot only. */
const fileId = (bot: Bot, person: Person, size: number): string =>
  `AgACAgIAAxUAA${stable('telegram file', String(bot.id), person.slug, String(size)).slice(0, 40)}`

const file = (bot: Bot, person: Person, size: number) => ({
  file_id: fileId(bot, person, size),
  file_unique_id: `AQAD${stable('telegram picture', person.slug, String(size)).slice(0, 12)}`,
  file_size: picture(person.colour).length,
})

const getMe: Method = ({ bot }) => ({
  id: bot.id,
  is_bot: true,
  first_name: 'A game',
  username: bot.username,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  has_main_web_app: true,
})

const getUserProfilePhotos: Method = ({ state, bot, parameters }) => {
  const person = personById(state, parameters.get('user_id'))
  if (!person) return badRequest('user not found')
  if (!person.hasPicture) return { total_count: 0, photos: [] }
  return { total_count: 1, photos: [SIZES.map((size) => ({ ...file(bot, person, size), width: size, height: size }))] }
}

const getFile: Method = ({ state, bot, parameters }) => {
  const all = state.people.flatMap((person) => SIZES.map((size) => ({ person, size })))
  const found = all.find(({ person, size }) => fileId(bot, person, size) === parameters.get('file_id'))
  if (!found) return badRequest('wrong file_id or the file is temporarily unavailable')
  return { ...file(bot, found.person, found.size), file_path: `photos/file_${state.people.indexOf(found.person)}.png` }
}

const names = ({ id, username }: typeof chat): string[] => [String(id), `@${username}`]

/** A user whom Telegram has never met in a chat has no status there: https://github.com/tdlib/telegram-bot-api/issues/802 */
const getChatMember: Method = ({ state, members, bot, parameters }) => {
  const asked = parameters.get('chat_id') ?? ''
  if (names(closedChannel).includes(asked))
    return { error_code: 403, description: 'Forbidden: bot is not a member of the channel chat' }
  if (bot.id !== bots.own.id || !names(chat).includes(asked)) return badRequest('chat not found')
  const person = personById(state, parameters.get('user_id'))
  if (!person) return badRequest('user not found')
  const member = members[person.slug] ?? { status: 'left', isMember: false }
  if (member === 'unknown') return badRequest('PARTICIPANT_ID_INVALID')
  const { status, isMember } = member
  return { status, user: user(person), ...(status === 'restricted' && { is_member: isMember }) }
}

/** Every person has started the own bot, and none the foreign one. */
const sendMessage: Method = ({ state, bot, parameters }) => {
  const [to, text] = [parameters.get('chat_id') ?? '', parameters.get('text') ?? '']
  if (!personById(state, to)) return badRequest('chat not found')
  if (text === '') return badRequest('message text is empty')
  if (bot.id !== bots.own.id)
    return { error_code: 403, description: "Forbidden: bot can't initiate conversation with a user" }
  state.messages.push({ bot: bot.username, to, text })
  const date = Math.floor(Date.now() / 1000) + state.skew
  return { message_id: state.messages.length, date, chat: { id: Number(to), type: 'private' }, text }
}

/** Names of methods are not case-sensitive. */
const methods: Record<string, Method> = {
  getme: getMe,
  getuserprofilephotos: getUserProfilePhotos,
  getfile: getFile,
  getchatmember: getChatMember,
  sendmessage: sendMessage,
}

const botOf = (token: string): Bot | undefined => Object.values(bots).find((bot) => bot.token === token)

interface BotRoute {
  Params: { token: string; method: string }
}

const call = (state: State, members: Members, request: FastifyRequest<BotRoute>, reply: FastifyReply) => {
  const fail = ({ error_code, description }: Failure) =>
    reply.code(error_code).send({ ok: false, error_code, description })
  const { token, method } = request.params
  const bot = botOf(token)
  const run = methods[method.toLowerCase()]
  if (!bot) return fail({ error_code: 401, description: 'Unauthorized' })
  if (!run) return fail({ error_code: 404, description: 'Not Found' })
  const parameters = new URLSearchParams([...queryOf(request), ...formOf(request)])
  const result = run({ state, members, bot, parameters })
  return isFailure(result) ? fail(result) : { ok: true, result }
}

/** https://core.telegram.org/bots/api#making-requests */
export const mountBotApi = (app: FastifyInstance, state: State, members: Members): void => {
  app.route<BotRoute>({
    method: ['GET', 'POST'],
    url: `/${hosts.telegramApi}/bot:token/:method`,
    handler: (request, reply) => call(state, members, request, reply),
  })
  app.get<{ Params: { token: string; '*': string } }>(`/${hosts.telegramApi}/file/bot:token/*`, (request, reply) => {
    const person = state.people[Number(/^photos\/file_(\d+)\.png$/.exec(request.params['*'])?.[1] ?? -1)]
    if (!botOf(request.params.token) || !person)
      return reply.code(404).send({ ok: false, error_code: 404, description: 'Not Found' })
    return reply.type('application/octet-stream').send(picture(person.colour))
  })
}
