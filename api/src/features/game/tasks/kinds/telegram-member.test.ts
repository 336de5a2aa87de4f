import { appSettings } from '@openauth/localnet/identity'
import type { TaskResult } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../testing.ts'
import { type LoginWorld, startLoginWorld } from '../../../login/testing.ts'

let world: LoginWorld
let taskId: string

const ask = (user: Pick<TestUser, 'token'>, id: string) =>
  world.server.send('POST', '/api/verify-action', { token: user.token, body: { taskId: id } })
const signIn = async (person: number): Promise<Pick<TestUser, 'token'>> => {
  const data = world.world.telegram.initData(world.world.people[person])
  return world.server.as().login.telegram({ appId: world.app.id, data })
}
const newTask = async (chat: string) => {
  const check = { kind: 'telegram_member', chat } as const
  const { id } = await world.admin.gameTasks.create({ appId: world.app.id, title: 'Join us', reward: 500, check })
  return id
}

beforeAll(async () => {
  world = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  taskId = await newTask(`@${world.world.telegram.chat.username}`)
})
afterAll(() => world.stop())

test('a member of the chat is paid, by its name or its id', async () => {
  const user = await signIn(0)
  const answer: TaskResult = (await ask(user, taskId)).body.data
  expect(answer).toMatchObject({ status: 'completed', isNew: true, reward: 500 })
  const byId = await newTask(String(world.world.telegram.chat.id))
  expect((await ask(user, byId)).body.data).toMatchObject({ status: 'completed' })
})

test.each([
  ['creator', true, 'completed'],
  ['administrator', true, 'completed'],
  ['restricted', true, 'completed'],
  ['restricted', false, 'started'],
  ['left', false, 'started'],
  ['kicked', false, 'started'],
  ['unknown', false, 'started'],
] as const)('%s (in the chat: %s) is %s', async (membership, isMember, status) => {
  const id = await newTask(String(world.world.telegram.chat.id))
  world.world.telegram.chat.set(world.world.people[1]!, membership, isMember)
  const { body } = await ask(await signIn(1), id)
  expect(body.data).toMatchObject({ status, reason: status === 'completed' ? null : 'not_member' })
})

test('somebody without a Telegram account is told to bind one', async () => {
  const body = { appId: world.app.id, username: 'no telegram', password: 'no telegram', type: 'register' } as const
  const user = await world.server.as().login.username(body)
  expect((await ask(user, taskId)).body.data).toMatchObject({ status: 'started', reason: 'not_bound' })
})

describe('what the operator has to correct', () => {
  test.each([
    ['a channel without the bot', () => `@${world.world.telegram.closedChannel.username}`],
    ['a chat that Telegram does not know', () => '@nobody_is_here'],
  ])('%s', async (_, chat) => {
    const { status, body } = await ask(await signIn(0), await newTask(chat()))
    expect([status, body.code]).toEqual([403, 'task_misconfigured'])
    expect(body.message).toContain('the Telegram bot is not in the chat')
  })

  test('a token that Telegram refuses, and an app without a bot', async () => {
    const update = (fields: object) => world.admin.apps.update({ id: world.app.id, ...fields })
    const user = await signIn(0)
    const id = await newTask(`@${world.world.telegram.chat.username}`)
    await update({ telegramBotToken: '1:wrong' })
    expect((await ask(user, id)).body).toMatchObject({ code: 'task_misconfigured', message: /token/ })
    await update({ telegramBotToken: null })
    expect((await ask(user, id)).body).toMatchObject({ code: 'task_misconfigured', message: /no Telegram bot/ })
    await update(appSettings(world.world, 'own'))
    expect((await ask(user, id)).body.data).toMatchObject({ status: 'completed' })
  })
})
