import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ApprovalWorld,
  approveAs,
  password,
  startApprovalWorld,
} from '../../api/src/features/approvals/approvals.testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

let home: string
let world: ApprovalWorld
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
let app: string[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  world = await startApprovalWorld()
  const env = { OPENAUTH_ENDPOINT: world.server.url, OPENAUTH_TOKEN: world.one.token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
  app = ['--app', world.app.id]
})
afterAll(async () => {
  await world.server.stop()
  await rm(home, { recursive: true, force: true })
})
beforeEach(() => world.hold('policies', 'secrets'))

const asSecond = (argv: string[], given: EnvironmentOptions = {}) =>
  openauth(argv, { ...given, env: { OPENAUTH_TOKEN: world.two.token, ...given.env } })
const reason = ['--approval-reason', 'A new partner']
const policy = ['wallet-policies', 'update']
const idIn = ({ stderr }: CliResult): string => /request ([0-9a-f-]{36})/.exec(stderr)![1]!

describe('a call that another admin has to approve', () => {
  test('asks for a reason: wrong use', async () => {
    const { code, stderr } = await openauth([...policy, ...app, '--message-signing', 'false'])
    expect(code).toBe(2)
    expect(stderr).toContain('Another admin has to approve this')
    expect(stderr).toContain('--approval-reason <text>')
  })

  test('ends with 3, and says what comes next; the other approves it', async () => {
    const asked = await openauth([...policy, ...app, '--message-signing', 'false', ...reason])
    const id = idIn(asked)
    expect([asked.code, asked.stdout]).toEqual([3, ''])
    expect(asked.stderr).toContain('Nothing was changed yet')
    expect(asked.stderr).toContain('It runs as soon as it is approved.')
    expect(asked.stderr).toContain(`openauth approvals get ${id}`)
    const listed = await asSecond(['approvals', 'list', '--state', 'pending'])
    expect(listed.stdout).toMatch(/walletPolicies\.update.*Shop.*operator.*A new partner.*pending/)
    const shown = await asSecond(['approvals', 'get', id])
    expect(shown.stdout).toMatch(/messageSigning +- +false/)
    const approved = await asSecond(['approvals', 'approve', id, '--yes', '--current-password', '@-'], {
      stdin: password,
    })
    expect([approved.code, approved.stderr.includes('Error')]).toEqual([0, false])
    const { stdout } = await openauth(['wallet-policies', 'get', ...app, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ own: { messageSigning: false } })
  })

  test('is refused with a reason, and withdrawn', async () => {
    const ask = async () => idIn(await openauth([...policy, ...app, '--durable-nonces', 'true', ...reason]))
    const first = await ask()
    expect((await asSecond(['approvals', 'refuse', first, 'Not now'])).code).toBe(0)
    expect((await openauth(['approvals', 'get', first, '--query', 'refusal'])).stdout).toContain('Not now')
    const second = await ask()
    expect((await openauth(['approvals', 'withdraw', second])).code).toBe(0)
    const gone = await asSecond(['approvals', 'approve', second, '--yes', '--current-password', '@-'], {
      stdin: password,
    })
    expect([gone.code, gone.stderr.includes('no longer pending')]).toEqual([1, true])
  })

  test('a secret is collected after the approval, once', async () => {
    const asked = await openauth(['apps', 'secret', world.app.id], { env: { OPENAUTH_APPROVAL_REASON: 'lost' } })
    const id = idIn(asked)
    expect(asked.code).toBe(3)
    expect(asked.stderr).toContain(`openauth approvals collect ${id}`)
    await approveAs(world.two, id)
    const collected = await openauth(['approvals', 'collect', id, '--json'])
    expect(JSON.parse(collected.stdout)).toMatchObject({ answer: { appSecret: world.app.secret } })
    expect((await openauth(['approvals', 'collect', id])).code).toBe(1)
  })

  test('with --wait a secret is printed once it is approved', async () => {
    const approveFirst = async () => {
      const { data } = await world.two.client.approvals.list({ state: 'pending' })
      for (const { id, mayDecide } of data) if (mayDecide) await approveAs(world.two, id)
    }
    const argv = ['apps', 'secret', world.app.id, '--wait', ...reason]
    const { code, stdout, stderr } = await openauth([...argv, '--json'], { wait: approveFirst })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { appSecret: world.app.secret }])
    expect(stderr).toContain('second approved it')
    const changed = await openauth([...policy, ...app, '--message-signing', 'true', '--wait', ...reason], {
      wait: approveFirst,
    })
    expect([changed.code, changed.stderr.includes('second approved it')]).toEqual([0, true])
  })

  test('with --wait one that is refused is a failure', async () => {
    const refuseFirst = async () => {
      const { data } = await world.two.client.approvals.list({ state: 'pending' })
      for (const { id } of data) await world.two.client.approvals.refuse({ id, reason: 'Ask the partner' })
    }
    const argv = [...policy, ...app, '--approvals', 'true', '--wait', ...reason]
    const { code, stderr } = await openauth(argv, { wait: refuseFirst })
    expect([code, stderr.includes('second refused it: Ask the partner. Nothing was changed')]).toEqual([1, true])
  })

  test('a push of a file gets no further, and goes on after the approval', async () => {
    const file = join(home, 'shop.yaml')
    const push = ['apps', 'push', world.app.id, '--file', file, '--yes']
    expect((await openauth(['apps', 'pull', world.app.id, '--file', file])).code).toBe(0)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/unknownPrograms: \S+/, 'unknownPrograms: false'))
    expect((await openauth(push)).code).not.toBe(0)
    const asked = await openauth([...push, ...reason])
    expect([asked.code, asked.stderr.includes('Not applied: walletPolicy')]).toEqual([3, true])
    expect((await world.one.client.walletPolicies.get({ appId: world.app.id })).own.unknownPrograms).not.toBe(false)
    await approveAs(world.two, idIn(asked))
    expect((await openauth(push)).stderr).toContain('Nothing to change')
  })
})

test('the setting is shown, changed by an owner, and let go by two', async () => {
  await world.hold()
  const on = await openauth(['four-eyes', 'update', '--kinds', 'policies', '--kinds', 'treasury', '--json'])
  expect(JSON.parse(on.stdout)).toMatchObject({ kinds: ['policies', 'treasury'], owners: 2 })
  expect((await openauth(['four-eyes'])).stdout).toContain('policies')
  const off = await openauth(['four-eyes', 'update', '--clear', 'kinds', ...reason])
  expect(off.code).toBe(3)
  await approveAs(world.two, idIn(off))
  expect(JSON.parse((await openauth(['four-eyes', '--json'])).stdout)).toMatchObject({ kinds: [], held: [] })
})
