import {
  clientIdNames,
  contract,
  credentialNames,
  fourEyesKinds,
  type HeldKind,
  isSecretInput,
  listRoutes,
  type Route,
  WalletPolicy,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { signInAs } from '../../testing.ts'
import {
  approvalReason,
  type ApprovalWorld,
  approveAs,
  asked,
  ownPassword,
  startApprovalWorld,
} from './approvals.testing.ts'

const routes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'admin')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))
const held = routes.filter(({ route }) => route.held)

describe('a call that changes or reveals what is held has the mark', () => {
  /** Calls that look like one of a kind, and why they are none. */
  const others: Record<string, string> = {
    'walletPolicies.dryRun': 'tries, and changes nothing',
    'gameRules.simulate': 'tries, and changes nothing',
    'loginMethods.test': 'tries, and changes nothing',
    'secondFactor.begin': "the own authenticator's secret",
  }
  const inputs = ({ input }: Route) => Object.keys(input.shape)
  const providerInputs: readonly string[] = [...clientIdNames, ...credentialNames, 'issuer', 'clientSecret']
  const changes = ({ method }: Route) => method !== 'GET'
  const looks: Record<string, { kind: HeldKind; test: (route: Route) => boolean }> = {
    'rules of a wallet policy': {
      kind: 'policies',
      test: (route) => changes(route) && inputs(route).some((name) => Object.hasOwn(WalletPolicy.shape, name)),
    },
    'the switch of key export': {
      kind: 'keyExport',
      test: (route) => inputs(route).some((name) => ['privateKeyExport', 'privateKeyExportEnabled'].includes(name)),
    },
    'clients at login providers': {
      kind: 'logins',
      test: (route) => changes(route) && inputs(route).some((name) => providerInputs.includes(name)),
    },
    'an answer with a secret that was asked for': {
      kind: 'secrets',
      // Lists of apps have marks in place of their secrets.
      test: ({ output }) =>
        output instanceof z.ZodObject &&
        Object.keys(output.shape).some((name) => ['appSecret', 'secret', 'clientSecret'].includes(name)),
    },
    'rights or the login of an admin': {
      kind: 'access',
      test: (route) =>
        changes(route) &&
        /^\/admin\/(admins|invitations)/.test(route.path) &&
        (inputs(route).some((name) => ['role', 'password'].includes(name)) || /\/(reset|resend)$/.test(route.path)),
    },
    'rings, their rules, and payouts that go on': {
      kind: 'treasury',
      test: (route) =>
        changes(route) &&
        (['/game/rules', '/game/adjust', '/treasury/resume'].some((end) => route.path.endsWith(end)) ||
          inputs(route).includes('payouts')),
    },
  }
  test.each(Object.entries(looks))('%s', (_, look) => {
    const found = routes.filter(({ name, route }) => look.test(route) && !Object.hasOwn(others, name))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ route }) => !route.held?.[look.kind]).map(({ name }) => name)).toEqual([])
  })

  test('a held call whose answer has a secret is collected by its requester', () => {
    const revealing = held.filter(({ route }) => looks['an answer with a secret that was asked for']!.test(route))
    expect(revealing.filter(({ route }) => !route.collected).map(({ name }) => name)).toEqual([])
    expect(held.filter(({ route }) => route.held!.secrets && !route.collected)).toEqual([])
  })

  test('an input that is named like a secret is stored sealed, and shown as a digest', () => {
    const switches = ['privateKeyExport', 'privateKeyExportEnabled']
    const named = held
      .flatMap(({ route }) => inputs(route))
      .filter((name) => /secret|password|privatekey|bottoken/i.test(name) && !name.endsWith('Id'))
    expect(named.filter((name) => !isSecretInput(name) && !switches.includes(name))).toEqual([])
    expect(credentialNames.filter((name) => !isSecretInput(name))).toEqual([])
  })
})

describe('while everything is held', () => {
  let world: ApprovalWorld
  /** A valid input of each held call, which would change or reveal something. */
  let inputOf: Record<string, Record<string, unknown>>
  beforeAll(async () => {
    world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
    const { one, app, newAdmin, server } = world
    const { client } = one
    const appId = app.id
    const player = await signInAs(server, appId, 'player')
    await player.client.game.takeDaily({})
    const userId = player.id
    const third = await newAdmin('third', { role: 'operator' })
    const passkey = { credentialId: 'of the third', rpId: 'localhost', publicKey: Buffer.from('key'), name: 'Laptop' }
    await server.resources.db.prisma.adminPasskey.create({ data: { ...passkey, adminId: third.id } })
    const readSecret = await client.appSecrets.create({ appId, name: 'statistics' })
    const webhook = await client.webhooks.create({
      appId,
      url: 'https://partner.example/hook',
      events: ['user.created'],
    })
    const check = { kind: 'webhook', url: 'https://partner.example/openauth' } as const
    const task = await client.gameTasks.create({ appId, title: 'Make a trade', reward: 1000, check, repeat: 'daily' })
    const redirectUris = ['https://mail.example/callback']
    const oidcClient = await client.oidcClients.create({ appId, name: 'Mail', redirectUris })
    const login = {
      issuer: 'https://login.example',
      clientId: 'us',
      clientSecret: 'a secret of theirs',
      domains: ['acme.example'],
    }
    const connection = await client.oidcConnections.create({ appId, key: 'acme', title: 'Acme', ...login })
    const invitation = await client.adminInvitations.create({ email: 'grace@example.com', role: 'viewer', apps: null })
    await client.treasury.create({ appId })
    await client.treasury.pause({ appId, reason: 'The token moves' })
    const trade = { appId, id: task.id }
    const hook = { appId, id: webhook.id }
    inputOf = {
      'walletPolicies.update': { appId, messageSigning: false },
      'walletPolicies.updateOfUser': { appId, id: userId, messageSigning: false },
      'apps.update': { id: appId, googleClientId: 'another' },
      'apps.secret': { id: appId },
      'apps.rotateSecret': { id: appId, overlapSeconds: 0 },
      'appSecrets.create': { appId, name: 'more' },
      'appSecrets.rotate': { appId, secretId: readSecret.id, overlapSeconds: 0 },
      'webhooks.create': { appId, url: 'https://other.example/hook', events: ['user.created'] },
      'webhooks.secret': hook,
      'webhooks.rotate': { ...hook, overlapSeconds: 0 },
      'gameTasks.secret': trade,
      'gameTasks.rotateSecret': { ...trade, overlapSeconds: 0 },
      'oidcClients.create': { appId, name: 'Calendar', redirectUris },
      'oidcClients.rotateSecret': { appId, clientId: oidcClient.id },
      'oidcConnections.create': { appId, key: 'evil', title: 'Evil', ...login, domains: ['evil.example'] },
      'oidcConnections.update': { appId, connectionId: connection.id, title: 'Acme Inc' },
      'gameRules.update': { appId, energy: { perSecond: 9 } },
      'gamePlayers.adjust': { appId, id: userId, rings: 5, reason: 'gift', idempotencyKey: 'gift-1' },
      'treasury.resume': { appId },
      'adminInvitations.create': { email: 'eve@example.com', role: 'owner', apps: null },
      'adminInvitations.resend': { id: invitation.id },
      'admins.create': { username: 'mallory', password: 'long enough to log in', currentPassword: ownPassword },
      'admins.update': { id: third.id, role: 'owner' },
      'secondFactor.reset': { id: third.id, currentPassword: ownPassword },
      'fourEyes.update': { kinds: [] },
    }
    await world.hold(...fourEyesKinds)
  })
  afterAll(() => world.server.stop())

  const call = (name: string, more: object = {}): Promise<unknown> => {
    const [group, verb] = name.split('.') as [string, string]
    const calls = world.one.client as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
    return calls[group]![verb]!({ ...inputOf[name], ...more })
  }
  /** What every table holds, without the requests, the trail of them, and what is counted in the background. */
  const contents = async () => {
    const { pool } = world.server.resources.db
    const left = [
      'Approval',
      'AuditEvent',
      'AuditPending',
      'AuditLink',
      'AuditHead',
      'AdminSession',
      'rate_limit',
      'GameDay',
      'GameDayCount',
      'PlayerDay',
      'PlayerTrace',
      '_prisma_migrations',
    ]
    const { rows } = await pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY($1) ORDER BY 1`,
      [left],
    )
    const sums: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await pool.query<{ sum: string }>(
        `SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS sum FROM "${name}" t`,
      )
      sums[name] = found.rows[0]!.sum
    }
    return sums
  }

  test('the table of inputs has every held call', () => {
    expect(Object.keys(inputOf).toSorted()).toEqual(held.map(({ name }) => name).toSorted())
  })

  test.each(held.map(({ name }) => name))('%s runs nothing before another admin approves', async (name) => {
    const before = await contents()
    await expect(call(name)).rejects.toMatchObject({ code: 'approval_reason_required' })
    const id = await asked(call(name, { approvalReason }))
    expect(await contents()).toEqual(before)
    const stored = await world.server.resources.db.prisma.approval.findUniqueOrThrow({ where: { id } })
    expect(stored.call).toBe(name)
    const bytes = JSON.stringify({ ...stored, sealed: Buffer.from(stored.sealed).toString('latin1') })
    for (const secret of ['long enough to log in', ownPassword, 'a secret of theirs'])
      expect(bytes).not.toContain(secret)
    await world.one.client.approvals.withdraw({ id })
  })

  test.each(held.map(({ name }) => name).filter((name) => name !== 'fourEyes.update'))(
    '%s runs once it is approved',
    async (name) => {
      const { one, two } = world
      const id = await asked(call(name, { approvalReason }))
      const approved = await approveAs(two, id)
      if (!approved.isCollected) expect(approved.state).toBe('run')
      else {
        expect(approved.state).toBe('approved')
        await expect(two.client.approvals.collect({ id })).rejects.toMatchObject({ code: 'approval_not_own' })
        expect(await one.client.approvals.collect({ id })).toMatchObject({ call: name, answer: {} })
        await expect(one.client.approvals.collect({ id })).rejects.toMatchObject({ code: 'approval_not_collectable' })
      }
      expect(await one.client.approvals.get({ id })).toMatchObject({ state: 'run', problem: null })
    },
  )
})
