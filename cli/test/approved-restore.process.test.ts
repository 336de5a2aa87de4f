import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import {
  type ApprovalWorld,
  approveAs,
  startApprovalWorld,
} from '../../api/src/features/approvals/approvals.testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

let home: string
let world: ApprovalWorld
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  world = await startApprovalWorld()
  await world.hold('secrets')
  const env = { OPENAUTH_ENDPOINT: world.server.url, OPENAUTH_TOKEN: world.one.token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
})
afterAll(async () => {
  await world.server.stop()
  await rm(home, { recursive: true, force: true })
})

const reason = ['--approval-reason', 'A new partner']
const idIn = ({ stderr }: CliResult): string => /request ([0-9a-f-]{36})/.exec(stderr)![1]!

test('a restore waits for a second owner, and with --wait goes on after the approval', async () => {
  const file = join(home, 'first.age')
  const env = { OPENAUTH_PASSWORD: adminCredentials.password, OPENAUTH_BACKUP_PASSPHRASE: 'a passphrase of a backup' }
  expect(await openauth(['backup', file], { env })).toMatchObject({ code: 0 })
  const restore = ['restore', file, '--confirm', new URL(world.server.url).host]
  const without = await openauth(restore, { env })
  expect([without.code, without.stderr.includes('--approval-reason <text>')]).toEqual([2, true])
  const asked = await openauth([...restore, ...reason], { env })
  expect(asked.code).toBe(3)
  expect(asked.stderr).toContain('the same command again')
  let approved = ''
  const approveFirst = async () => {
    if (approved === '') await approveAs(world.two, (approved = idIn(asked)))
  }
  const done = await openauth([...restore, ...reason, '--wait'], { env, wait: approveFirst })
  expect([done.stderr, done.code]).toEqual([expect.stringContaining('second approved it'), 0])
})
