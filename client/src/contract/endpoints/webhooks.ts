import type { Endpoints } from './endpoint.ts'

const revealing = { held: { secrets: true }, collected: true } as const

const all = '/admin/apps/{appId}/webhooks'
const one = `${all}/{id}` as const

export const webhooks = {
  list: { method: 'GET', path: all, auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: all, auth: 'admin', role: 'operator', ...revealing },
  get: { method: 'GET', path: one, auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: one, auth: 'admin', role: 'operator' },
  delete: { method: 'DELETE', path: one, auth: 'admin', role: 'operator' },
  secret: { method: 'GET', path: `${one}/secret`, auth: 'admin', role: 'operator', ...revealing },
  rotate: { method: 'POST', path: `${one}/secret/rotate`, auth: 'admin', role: 'operator', ...revealing },
  test: { method: 'POST', path: `${one}/test`, auth: 'admin', role: 'operator' },
  deliveries: { method: 'GET', path: `${one}/deliveries`, auth: 'admin', role: 'viewer', meta: true },
  delivery: { method: 'GET', path: `${one}/deliveries/{deliveryId}`, auth: 'admin', role: 'viewer' },
  replay: { method: 'POST', path: `${one}/replay`, auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
