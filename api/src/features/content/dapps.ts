import type { DappModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { nameKey } from '../name-key.ts'
import { entryHandlers } from './entry-handlers.ts'
import type { EntryList } from './entry-list.ts'

/** The dapps: pages look them up by their names, which are unique regardless of case. */
export const dappList = {
  tableName: 'Dapp',
  table: (tx) => tx.dapp,
  place: 'position',
  noun: 'dapp',
  notFound: 'dapp_not_found',
  nameTaken: 'dapp_exists',
  pictures: ['logoUrl', 'bgImgUrl'],
  auditedFields: ['name', 'url', 'description', 'logoUrl', 'bgImgUrl', 'borderColor', 'bgColor'],
  derived: ({ name }) => (typeof name === 'string' ? { nameKey: nameKey(name) } : {}),
} as const satisfies EntryList<DappModel>

export const dappHandlers = (deps: Pick<Platform, 'db' | 'settings'>): Handlers<'dapps'> =>
  entryHandlers<DappModel>(deps, dappList)
