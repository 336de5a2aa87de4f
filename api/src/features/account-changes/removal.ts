import type { LoginMethod } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { UNDOABLE_FOR } from './windows.ts'
import type { Credential } from '../reauthentication/credential.ts'

/** A credential to remove; `since` is null if it was never confirmed. */
export interface Removed {
  method: LoginMethod
  passkeyId?: string
  since: Date | null
}

/**
 * A credential can remove itself and newer ones, and any one after its own addition can no longer be undone. An attacker who
 * adds a credential thus cannot lock the owner out while the owner can undo the addition. Throws `removal_too_early`.
 */
export const requireSeniority = (by: Credential, removed: Removed): void => {
  const isItself = by.method === removed.method && by.passkeyId === removed.passkeyId
  const isLater = removed.since === null || by.since <= removed.since
  const isSettled = by.since.getTime() + UNDOABLE_FOR <= Date.now()
  if (!isItself && !isLater && !isSettled) throw new Problem('removal_too_early')
}
