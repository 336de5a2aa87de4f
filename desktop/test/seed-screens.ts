import { createTestApp, signInAs } from '../../api/src/testing.ts'
import { screens } from '../src/renderer/app/routes.tsx'
import type { ConsoleHarness } from './console-harness.ts'
import { hostileName } from './seed-users.ts'

/** What stands for each part of an address: `appId` for `:appId`. */
export type AddressParts = Record<string, string>

/** Markup that would run, and emoji: what the names of apps may contain. Texts of users have right-to-left text too. */
const hostile = hostileName.replaceAll(/\p{Script=Hebrew}|\u200D|\uFE0F/gu, '').slice(0, 60)

/** Makes something for every screen of the console to show, with names that would break a careless one. */
export const seedScreens = async ({ server, admin, adminToken }: ConsoleHarness): Promise<AddressParts> => {
  const app = await createTestApp(server, adminToken, hostile)
  const user = await signInAs(server, app.id, 'mallory')
  await user.client.game.click({ count: 1, seq: 1 })
  const { prisma } = server.resources.db
  await prisma.user.update({ where: { id: user.id }, data: { displayName: hostileName } })
  await admin.apps.update({ id: app.id, description: hostileName })
  await admin.users.update({ appId: app.id, id: user.id, externalId: hostile })
  await admin.appSecrets.create({ appId: app.id, name: hostile })
  const colours = { borderColor: '#B98AEA', bgColor: '#4B2A7B' }
  const dapp = await admin.dapps.create({ name: hostile, url: '/earn', description: hostileName, ...colours })
  const task = await admin.gameTasks.create({
    appId: app.id,
    title: hostile,
    description: hostileName,
    url: 'https://example.com',
    reward: 5,
    check: { kind: 'visit' },
  })
  await admin.gamePlayers.adjust({
    appId: app.id,
    id: user.id,
    rings: 5000,
    reason: hostile,
    idempotencyKey: 'a squad',
  })
  const squad = await user.client.squads.create({ name: 'Squad' })
  // The server refuses such a name; the console shows it all the same as text.
  await prisma.squad.update({ where: { id: squad.id }, data: { name: hostile } })
  const connection = await admin.oidcConnections.create({
    appId: app.id,
    key: 'a',
    title: hostile,
    issuer: 'https://login.example.com',
    clientId: hostile,
    clientSecret: 'secret',
    domains: ['example.com'],
  })
  const webhook = await admin.webhooks.create({ appId: app.id, url: 'https://partner.example/', description: hostile })
  const oidcClient = await admin.oidcClients.create({
    appId: app.id,
    name: hostile,
    redirectUris: ['https://client.example/callback'],
  })
  const oidcResource = await admin.oidcResources.create({
    appId: app.id,
    url: 'https://notes.example/mcp',
    name: hostile,
    scopes: [{ name: 'notes.read', description: hostileName.slice(0, 200) }],
  })
  await admin.treasury.create({ appId: app.id })
  await admin.treasury.pause({ appId: app.id, reason: hostileName.slice(0, 200) })
  const { id: adminId } = await admin.setup.whoami()
  const subjects = { appId: app.id, userId: user.id, entry: String(dapp.id), taskId: task.id, squadId: squad.id }
  return {
    method: 'google',
    list: 'dapps',
    ...subjects,
    connectionId: connection.id,
    webhookId: webhook.id,
    clientId: oidcClient.id,
    resourceId: oidcResource.id,
    adminId: String(adminId),
  }
}

/** The address of a screen. Throws where nothing stands for a part of it. */
export const addressOf = (path: string, parts: AddressParts): string =>
  path
    .replaceAll(/\/:(\w+)\?/g, (_, part: string) => (part in parts ? `/${parts[part]}` : ''))
    .replaceAll(/:(\w+)/g, (_, part: string) => {
      const value = parts[part]
      if (value === undefined) throw new Error(`Nothing stands for :${part} in this test`)
      return value
    })

/** The paths of all screens, and of each tab that has an address. */
export const screenPaths: readonly string[] = screens.flatMap(({ path, tabs }) =>
  tabs ? tabs.map((tab) => path.replace('/:tab?', tab && `/${tab}`)) : [path],
)
