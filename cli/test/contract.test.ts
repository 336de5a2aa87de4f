import type { Command } from 'commander'
import { contract, listRoutes, type Route } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { verbDataOf } from '../src/commands/nouns.ts'
import { routeOf } from '../src/route-of.ts'
import { flagsOf } from '../src/flags-of.ts'
import { derivedOutline } from '../src/derive-outline.ts'
import { loadAllNouns } from '../src/nouns-of-line.ts'
import { createProgram } from '../src/program.ts'
import { createOperator } from './cli.ts'

const fullProgram = async () =>
  createProgram({ stdout: { write: () => {} }, stderr: { write: () => {} }, env: {} } as never, {
    loaded: await loadAllNouns(),
    nested: [],
  })
const specs = derivedOutline.flatMap(({ details }) => details.commands)
const routes = listRoutes(contract)
const adminRoutes = routes.filter(({ route }) => route.auth === 'admin')

/** Steps of an operator's sign-in, which tasks call. */
const isOfSignIn = ({ route }: (typeof routes)[number]) => route.auth === 'public' && route.reader === 'Operators'

test.each(routes.filter((each) => each.group !== 'setup' && !isOfSignIn(each)))(
  '$group.$verb has a command',
  ({ group, verb }) => {
    expect(specs.some((spec) => spec.group === group && spec.verb === verb)).toBe(true)
  },
)

test('the admin routes of the setup group are the session tasks', () => {
  const verbs = adminRoutes.filter(({ group }) => group === 'setup').map(({ verb }) => verb)
  expect(verbs.toSorted()).toEqual(['logout', 'whoami'])
})

test("steps of an operator's sign-in are no commands of their own", () => {
  const steps = routes.filter(isOfSignIn).map(({ group, verb }) => `${group}.${verb}`)
  expect(steps.toSorted()).toEqual([
    'adminInvitations.accept',
    'adminInvitations.show',
    'deviceLogins.poll',
    'deviceLogins.start',
    'setup.config',
    'setup.create',
    'setup.login',
    'setup.loginByPasskey',
    'setup.passkeyOptions',
  ])
  expect(specs.filter(({ group, verb }) => steps.includes(`${group}.${verb}`))).toEqual([])
})

describe('every verb', () => {
  // The program's own flags are parsed anywhere on the line, so a field's flag must not have their names.
  const reserved = [
    'endpoint',
    'profile',
    'json',
    'fields',
    'query',
    'csv',
    'tsv',
    'quiet',
    'utc',
    'verbose',
    'version',
    'help',
    'all',
    'app',
    'app-secret-stdin',
    'user-token-stdin',
    'yes',
    'confirm',
    'input',
    'clear',
    'file',
  ]

  test('a field with the name of a program flag gets the prefix set-', () => {
    const input = z.object({ endpoint: z.string(), version: z.int() })
    const route = { ...contract.apps.create, input } as unknown as Route
    expect(flagsOf(route).map(({ name }) => name)).toEqual(['set-endpoint', 'set-version'])
  })

  test.each(specs)('$noun $name has unique flag names that are not program flags', ({ flags }) => {
    expect(flags.map(({ name }) => name).filter((name) => reserved.includes(name))).toEqual([])
    expect(new Set(flags.map(({ name }) => name)).size).toBe(flags.length)
  })

  test.each(specs)('$noun $name survives JSON, in which the build stores it', (spec) => {
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec)
  })

  test.each(specs)(
    '$noun $name --help prints summary and description',
    async ({ noun, name, summary, description }) => {
      const { openauth } = await createOperator()
      const { code, stdout, stderr } = await openauth([...noun.split(' '), name, '--help'])
      expect(code).toBe(0)
      expect(stderr).toBe('')
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${summary}. ${description}`)
      expect(stdout).toContain('--json')
    },
  )

  test.each(specs.filter(({ confirms }) => confirms))('$noun $name has the option --yes', async ({ noun, name }) => {
    const { openauth } = await createOperator()
    expect((await openauth([...noun.split(' '), name, '--help'])).stdout).toContain('--yes')
  })
})

test('a field `token` of an answer is printed where it is a token of a chain or what the call is for, and hidden where it is a credential beside that', () => {
  const hasToken = (group: string, verb: string) =>
    JSON.stringify(z.toJSONSchema(routeOf(group, verb).output, { io: 'input', unrepresentable: 'any' })).includes(
      '"token":{',
    )
  const namesOf = (found: typeof specs) => found.map(({ group, verb }) => `${group}.${verb}`).toSorted()
  const [credentials, tokens] = [true, undefined].map((hides) =>
    namesOf(specs.filter((spec) => hasToken(spec.group, spec.verb) && verbDataOf(spec).hidesToken === hides)),
  )
  const logins = namesOf(specs.filter(({ noun, name }) => noun === 'user login' && !/challenge|start|oidc-/.test(name)))
  expect(credentials).toEqual(['account.reauthenticate', ...logins, 'passkeys.loginVerify'])
  expect(tokens).toEqual([
    'adminTransactions.list',
    'adminWallets.balances',
    'adminWallets.history',
    'appDeletions.list',
    'appGame.claims',
    'appTransactions.get',
    'appUsers.transactions',
    'appWallets.balances',
    'appWallets.history',
    'deletions.get',
    'deletions.list',
    'game.claimRings',
    'game.claims',
    'game.tasks',
    ...['create', 'get', 'list', 'move', 'update'].map((verb) => `gameTasks.${verb}`),
    'privacy.deletion',
    ...['list', 'retry', 'return'].map((verb) => `ringClaims.${verb}`),
    'serviceTokens.create',
    'solana.previewTransaction',
    'transactions.list',
    ...['create', 'get', 'pause', 'resume'].map((verb) => `treasury.${verb}`),
    'users.export',
    'users.impersonate',
    'users.transactions',
    ...['dryRun', 'get', 'getOfUser', 'update', 'updateOfUser'].map((verb) => `walletPolicies.${verb}`),
    'wallets.balances',
    'wallets.history',
  ])
})

test('the verbs of app-secrets stand below apps too, with their own help', async () => {
  const { openauth } = await createOperator()
  const { code, stdout } = await openauth(['apps', 'secrets', 'create', '--help'])
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'Usage: openauth apps secrets create [options] [name]'])
  expect((await openauth(['apps', 'secrets', '--help'])).stdout).toContain('revoke')
})

test('destructive commands ask for confirmation', () => {
  const confirming = specs.filter(({ confirms }) => confirms).map(({ noun, name }) => `${noun} ${name}`)
  expect(confirming).toEqual(
    expect.arrayContaining([
      'apps delete',
      'apps rotate-secret',
      'users disable',
      'users delete',
      'signing-keys rotate',
      'admin-sessions revoke',
    ]),
  )
  expect(confirming).not.toContain('users enable')
})

describe('a secret in the arguments is refused', () => {
  const secrets = specs.flatMap(({ noun, name, positional, flags }) =>
    flags.filter(({ kind }) => kind === 'secret').map((flag) => ({ noun, name, positional, flag })),
  )

  test('the secrets of the contract are found by name', () => {
    const names = secrets.map(({ flag }) => flag.name)
    expect(names).toEqual(
      expect.arrayContaining(['password', 'telegram-bot-token', 'apple-private-key', 'huggingface-app-secret']),
    )
  })

  test.each(secrets)('$noun $name --$flag.name', async ({ noun, name, positional, flag }) => {
    const { openauth } = await createOperator({ env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const args = positional.map(({ flag: { choices } }) => choices?.[0] ?? '1')
    for (const literal of [[`--${flag.name}`, 'hunter2hunter2'], [`--${flag.name}=hunter2hunter2`]]) {
      const { code, stdout, stderr } = await openauth([...noun.split(' '), name, ...args, ...literal])
      expect(code).toBe(2)
      expect(stdout + stderr).not.toContain('hunter2')
      expect(stderr).toContain('@file')
    }
  })

  test.each(['login', 'setup'])('%s --password', async (name) => {
    const { openauth } = await createOperator({ fetch: async () => Response.json({ data: { initialized: false } }) })
    const { code, stdout, stderr } = await openauth([name, '--username', 'root', '--password', 'hunter2hunter2'])
    expect(code).toBe(2)
    expect(stdout + stderr).not.toContain('hunter2')
  })
})

test('every example names an existing command', async () => {
  const program = await fullProgram()
  const named = derivedOutline
    .flatMap(({ details }) => details.examples)
    .flatMap((example) =>
      [...example.matchAll(/openauth ((?:partner |user )?[\w-]+) (\w[\w-]*)/g)].map(
        ([, noun, verb]) => `${noun} ${verb}`,
      ),
    )
  const pathsOf = (command: Command): string[] =>
    command.commands.flatMap((child) => [child.name(), ...pathsOf(child).map((path) => `${child.name()} ${path}`)])
  const existing = pathsOf(program)
  expect(existing).toEqual(expect.arrayContaining(named))
})

test('every noun has a summary of its own', () =>
  expect(derivedOutline.filter(({ noun: { name, summary } }) => summary === `Manage ${name}`)).toEqual([]))

test('a flag with many choices lists them in its description, so that the help of other flags keeps its room', async () => {
  const program = await fullProgram()
  const set = program.commands
    .find((noun) => noun.name() === 'known-tokens')!
    .commands.find((verb) => verb.name() === 'set')!
  const network = set.options.find(({ long }) => long === '--network')!
  expect(network.flags).toBe('--network <choice>')
  expect(network.description).toContain('one of solana, mainnet')
})
