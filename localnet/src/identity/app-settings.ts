import { type ClientIdName, type CredentialName, switchOf } from '@openauth/client'
import type { Owner } from './clients.ts'
import { allStandIns } from './registry.ts'
import type { IdentityWorld } from './world.ts'

type Switch = (typeof switchOf)[keyof typeof switchOf]
type Setting = Exclude<ClientIdName | CredentialName, 'telegramBotId'>

/**
 * The settings of an app for an identity world's clients, its own or the foreign ones, with every login method on. They are
 * the same in every world.
 */
export const appSettings = (_world: IdentityWorld, owner: Owner = 'own') =>
  ({
    ...Object.fromEntries(Object.values(switchOf).map((name) => [name, true])),
    ...Object.assign({}, ...allStandIns.map(({ settings }) => settings(owner))),
  }) as Record<Switch, true> & Record<Setting, string>
