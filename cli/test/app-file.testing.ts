import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

/** The secrets of `fullApp`, and the variables to which a pull refers for them. */
export const secrets = { APP_GOOGLE_CLIENT_SECRET: 'hidden-google-1', APP_OKTA_CLIENT_SECRET: 'hidden-okta-1' }

interface NamedApp {
  id: string
  name: string
}

/** A server, and an operator with files of apps in a folder. Call it at the top of a test file. */
export const filesWorld = () => {
  const world = {} as {
    home: string
    server: TestServer
    token: string
    openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
  }
  let count = 0
  beforeAll(async () => {
    world.home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
    world.server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
    world.token = await signInAsAdmin(world.server)
    const env = { OPENAUTH_ENDPOINT: world.server.url, OPENAUTH_TOKEN: world.token }
    ;({ openauth: world.openauth } = await createOperator({ fetch: globalThis.fetch, env }, world.home))
  })
  afterAll(async () => {
    await world.server.stop()
    await rm(world.home, { recursive: true, force: true })
  })
  const admin = () => world.server.as(world.token)
  const newPath = () => join(world.home, `${(count += 1)}.yaml`)

  /** An app with something in every part of its file. */
  const fullApp = async (): Promise<NamedApp> => {
    const name = `File ${(count += 1)}`
    const { id: appId } = await createTestApp(world.server, world.token, name)
    await admin().apps.update({
      id: appId,
      description: 'A “shop”: of things # no comment',
      googleEnabled: true,
      googleClientId: 'google-id',
      googleClientSecret: secrets.APP_GOOGLE_CLIENT_SECRET,
      redirectOrigins: ['https://a.example', 'https://b.example'],
      brand: { color: '#fbb042', texts: { login: { en: 'Welcome', ru: 'Привет' } } },
    })
    await admin().oidcConnections.create({
      appId,
      key: 'okta',
      title: 'Okta',
      issuer: 'https://okta.example',
      clientId: 'okta-id',
      clientSecret: secrets.APP_OKTA_CLIENT_SECRET,
      domains: ['example.com'],
    })
    await admin().walletPolicies.update({ appId, limits: [{ token: 'solana:native', perDay: '5000' }] })
    for (const network of ['solana', 'base'] as const)
      await admin().knownTokens.set({ appId, network, address: 'native', symbol: 'COIN', name: 'Coin' })
    await admin().gameRules.update({ appId, taps: { perSecond: 30 }, daily: { rewards: [1, 2, 3] } })
    const url = 'https://example.com/'
    await admin().gameTasks.create({ appId, title: 'Read', url, reward: 5, check: { kind: 'visit' } })
    const translations = { es: { title: 'Código' } }
    await admin().gameTasks.create({ appId, title: 'Code', reward: 7, check: { kind: 'code' }, translations })
    const when = { startsAt: Date.UTC(2090, 1, 2, 3, 4, 5), minLeague: 'gold' }
    await admin().gameTasks.create({ appId, title: 'Taps', reward: 9, check: { kind: 'taps', count: 3 }, ...when })
    return { id: appId, name }
  }

  /** An app of that kind, and its file. */
  const pulled = async (): Promise<{ app: NamedApp; path: string; text: string }> => {
    const app = await fullApp()
    const path = newPath()
    await world.openauth(['apps', 'pull', app.id, '--file', path])
    return { app, path, text: await readFile(path, 'utf8') }
  }

  /** Replaces a text in a file, which must have it. */
  const edit = async (path: string, ...changes: [from: string, to: string][]): Promise<void> => {
    let text = await readFile(path, 'utf8')
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`the file has no ${from}`)
      text = text.replace(from, to)
    }
    await writeFile(path, text)
  }

  const run = (verb: string, path: string, more: string[] = [], given: EnvironmentOptions = {}) =>
    world.openauth(['apps', verb, '--file', path, ...more], { env: secrets, ...given })
  const push = (path: string, ...more: string[]) => run('push', path, ['--yes', ...more])
  const lines = ({ stdout }: CliResult) => stdout.trimEnd().split('\n')
  /** The lines of the audit about an app, the newest first. */
  const audited = async (appId: string) => (await admin().audit.list({ appId, limit: 100 })).data
  return { world, admin, newPath, fullApp, pulled, edit, run, push, lines, audited }
}
