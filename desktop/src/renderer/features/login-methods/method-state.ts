import type { MessageId } from '../../i18n/i18n.ts'
import type { SettingName } from './field-labels.ts'
import type { MethodSetup } from './setup-query.ts'

export type MethodState = 'off' | 'on' | 'incomplete' | 'failing'

type Setup = Pick<MethodSetup, 'enabled' | 'ready' | 'fields' | 'lastLoginWorked'>

/** The settings that a method still needs: for any login, else for logins by redirect. */
export const missingSettings = ({ ready, fields }: Pick<Setup, 'ready' | 'fields'>): SettingName[] =>
  fields
    .filter(({ isSet, neededFor }) => !isSet && neededFor === (ready ? 'redirect' : 'login'))
    .map(({ name }) => name)

/** The state of a method as the list tells it: what stops logins comes first. */
export const stateOf = (setup: Setup): MethodState => {
  if (!setup.enabled) return 'off'
  if (!setup.ready || missingSettings(setup).length > 0) return 'incomplete'
  return setup.lastLoginWorked === false ? 'failing' : 'on'
}

export const stateTitles: Record<MethodState, MessageId> = {
  off: 'login-methods.off',
  on: 'login-methods.on',
  incomplete: 'login-methods.incomplete',
  failing: 'login-methods.failing',
}

export const stateTones = { off: 'neutral', on: 'success', incomplete: 'warning', failing: 'danger' } as const
