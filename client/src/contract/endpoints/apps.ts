import type { Held } from '../facts/four-eyes.ts'
import { clientIdNames, credentialNames } from '../providers.ts'
import type { Endpoints } from './endpoint.ts'

/** Who sets an app's client at a provider can sign in as any of its users there. */
const settings: Held = {
  keyExport: { privateKeyExportEnabled: [true] },
  logins: Object.fromEntries([...clientIdNames, ...credentialNames].map((name) => [name, 'any'] as const)),
}
const revealing = { held: { secrets: true }, collected: true } as const

export const apps = {
  list: { method: 'GET', path: '/admin/apps', auth: 'admin', role: 'viewer', reach: 'apps' },
  create: { method: 'POST', path: '/admin/apps', auth: 'admin', role: 'operator' },
  get: { method: 'GET', path: '/admin/apps/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{id}', auth: 'admin', role: 'operator', held: settings },
  duplicate: { method: 'POST', path: '/admin/apps/{id}/duplicate', auth: 'admin', role: 'operator', reach: 'server' },
  delete: { method: 'DELETE', path: '/admin/apps/{id}', auth: 'admin', role: 'owner', person: true },
  secret: { method: 'GET', path: '/admin/apps/{id}/secret', auth: 'admin', role: 'operator', ...revealing },
  rotateSecret: {
    method: 'POST',
    path: '/admin/apps/{id}/secret/rotate',
    auth: 'admin',
    role: 'operator',
    ...revealing,
  },
} as const satisfies Endpoints
