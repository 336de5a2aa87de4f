import { timingSafeEqual } from 'node:crypto'
import { CustodyError } from './errors.ts'
import { type KeyScope, type KeyService, unwrapDataKey, type WrappedKey, wrapUnderCurrent } from './key-service.ts'

/** How many stored data keys one KEK wraps. */
export interface KekCount {
  kekId: string
  rows: number
}

export interface RotationPlan {
  /** The KEK that all data keys go under. */
  current: string
  /** Already there. */
  settled: number
  /** Data keys under other KEKs that this server has, to be moved. */
  toMove: number
  /** KEKs that rows name and this server has not: nothing may be done before they are back. */
  missing: string[]
}

/** What a rotation would do, from the rows of each KEK. Asks no backend. */
export function planRotation(service: Pick<KeyService, 'current' | 'get'>, counts: readonly KekCount[]): RotationPlan {
  const current = service.current.id
  const others = counts.filter(({ kekId }) => kekId !== current)
  return {
    current,
    settled: sum(counts.filter(({ kekId }) => kekId === current)),
    toMove: sum(others.filter(({ kekId }) => has(service, kekId))),
    missing: counts.map(({ kekId }) => kekId).filter((kekId) => !has(service, kekId)),
  }
}

/** Throws kek_unknown, naming every KEK that is missing, where the plan cannot be carried out. */
export function requireComplete({ missing }: RotationPlan): void {
  if (missing.length === 0) return
  const names = missing.map((id) => JSON.stringify(id.slice(0, 120))).join(', ')
  throw new CustodyError(
    'kek_unknown',
    `Stored data keys name key-encryption keys that this server does not have: ${names}. Nothing was changed. Restore the ` +
      'keyring, or set the backend, that holds them.',
  )
}

/**
 * A stored data key wrapped under the current KEK, opened again there and compared before it is handed out, since what
 * it replaces will be gone: losing a data key is losing wallets. Give it a service whose KEKs are asked each time, not
 * remembered. Write the answer only where kekId and wrapped bytes are still the old ones.
 *
 * Throws kek_unknown and unseal_failed as unwrapDataKey does, self_check_failed where the new wrapping does not open to
 * the same key (store nothing), and what the KEKs throw.
 */
export async function rewrap(
  service: KeyService,
  wrapped: Uint8Array,
  fromId: string,
  scope: KeyScope,
): Promise<WrappedKey> {
  const dataKey = await unwrapDataKey(service, wrapped, fromId, scope)
  try {
    const moved = await wrapUnderCurrent(service, dataKey, scope)
    if (await opensTo(service, moved, scope, dataKey)) return moved
    throw new CustodyError(
      'self_check_failed',
      `A data key that was wrapped under ${moved.kekId} did not open there, so it stays under ${fromId}. Check the ` +
        'backend of the new key before trying again.',
    )
  } finally {
    dataKey.fill(0)
  }
}

async function opensTo(service: KeyService, moved: WrappedKey, scope: KeyScope, expected: Buffer): Promise<boolean> {
  const after = await unwrapDataKey(service, moved.wrappedKey, moved.kekId, scope).catch((error: unknown) => {
    if (error instanceof CustodyError && error.code === 'unseal_failed') return undefined
    throw error
  })
  if (!after) return false
  try {
    return timingSafeEqual(after, expected)
  } finally {
    after.fill(0)
  }
}

/** Whether a stored data key opens. Throws what is no answer to that: backend_unavailable, backend_refused. */
export async function opens(
  service: KeyService,
  wrapped: Uint8Array,
  kekId: string,
  scope: KeyScope,
): Promise<boolean> {
  try {
    const dataKey = await unwrapDataKey(service, wrapped, kekId, scope)
    dataKey.fill(0)
    return true
  } catch (error) {
    if (error instanceof CustodyError && (error.code === 'unseal_failed' || error.code === 'kek_unknown')) return false
    throw error
  }
}

function has(service: Pick<KeyService, 'get'>, id: string): boolean {
  try {
    return service.get(id).id === id
  } catch (error) {
    if (error instanceof CustodyError && error.code === 'kek_unknown') return false
    throw error
  }
}

function sum(counts: readonly KekCount[]): number {
  return counts.reduce((total, { rows }) => total + rows, 0)
}
