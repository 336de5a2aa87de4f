import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Partner, startPartner } from '../partner.testing.ts'
import { taskWorld } from '../tasks.testing.ts'

// Limits apply: each check has a player of its own.
const world = taskWorld({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1', OPENAUTH_RATE_LIMIT_SCALE: '1' })
let partner: Partner
let taskId: string
beforeAll(async () => {
  partner = await startPartner()
  taskId = (await world.taskOf({ kind: 'webhook', url: partner.url })).id
})
afterAll(() => partner.stop())

/** A task with an address that is refused now, as one that was made under other settings has. */
const taskWith = async (url: string) => {
  const { id } = await world.taskOf({ kind: 'webhook', url: partner.url })
  await world.server.resources.db.prisma.gameTask.update({ where: { id }, data: { check: { kind: 'webhook', url } } })
  return id
}

const ask = async (url?: string) => {
  const player = await world.player()
  const id = url === undefined ? taskId : await taskWith(url)
  const { status, body } = await world.verify(player, id)
  expect((await world.profile(player)).rings).toBe(0)
  return [status, body.code ?? body.data.reason]
}

describe('an address within is not asked', () => {
  test.each([
    'https://127.0.0.2/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706434/',
    'http://192.168.0.1/',
    'http://127.0.0.2:5432/',
    'https://1.1.1.1:8443/',
  ])('%s', async (url) => {
    expect(await ask(url)).toEqual([403, 'task_misconfigured'])
  })
})

describe('an answer that is not the partner’s yes', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['text', (response) => response.end('yes')],
    ['nothing', (response) => response.end()],
    ['a word in place of a boolean', (response) => response.end('{"completed": "true"}')],
    ['a number in place of a boolean', (response) => response.end('{"completed": 1}')],
    ['a list', (response) => response.end('[{"completed": true}]')],
    ['a redirect', (response) => response.writeHead(302, { location: partner.url }).end('{"completed": true}')],
    ['another status', (response) => response.writeHead(201).end('{"completed": true}')],
    ['a refusal', (response) => response.writeHead(403).end('{"completed": true}')],
    ['a huge body', (response) => response.end(`{"completed": true, "more": "${'x'.repeat(100_000)}"}`)],
    ['an announced huge body', (response) => void response.writeHead(200, { 'content-length': 1e12 }).write('{')],
    [
      'a compressed body',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"completed": true}')),
    ],
  ])('%s pays nothing', async (_, answer) => {
    partner.answer = answer
    const before = partner.asked.length
    expect(await ask()).toEqual([403, 'task_misconfigured'])
    expect(partner.asked).toHaveLength(before + 1)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['a fault', (response) => response.writeHead(500).end('{"completed": true}')],
    ['a closed connection', (response) => void response.destroy()],
    ['silence', () => {}],
  ])('%s can be tried again', async (_, answer) => {
    partner.answer = answer
    expect(await ask()).toEqual([503, 'task_check_failed'])
  })
})

test('a player who asks again at once is told to wait, and the partner is not asked', async () => {
  partner.answer = (response) => void response.end('{"completed": false}')
  const player = await world.player()
  await world.result(player, taskId)
  const before = partner.asked.length
  const { status, body, headers } = await world.verify(player, taskId)
  expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(partner.asked).toHaveLength(before)
})

test('each reveal and rotation of the signing secret is audited, without the secret', async () => {
  const { id } = await world.taskOf({ kind: 'webhook', url: partner.url }, { title: 'Secretive' })
  const { secret } = (await world.operate('GET', `/${id}/secret`)).body.data
  const rotated = (await world.operate('POST', `/${id}/secret/rotate`, { overlapSeconds: 5 })).body.data.secret
  expect(secret).toMatch(/^ts_[0-9a-f]{32}$/)
  const { data } = await world.server.as(world.adminToken).audit.list({ appId: world.app.id, targetId: id })
  expect(data.map(({ action }) => action)).toEqual([
    'game-task.secret-rotate',
    'game-task.secret-reveal',
    'game-task.create',
  ])
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${secret}|${rotated}`))
  const visit = await world.task()
  expect((await world.operate('GET', `/${visit.id}/secret`)).body.code).toBe('task_has_no_secret')
})
