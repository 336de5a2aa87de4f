import { timingSafeEqual } from 'node:crypto'
import { CustodyError } from './errors.ts'
import { type KeyScope, type KeyService, unwrapDataKey, type WrappedKey, wrapUnderCurrent } from './key-service.ts'

/** How many stored data keys one KEK wraps. */
export interface KekCount {
  kekId: string
  rows: number
}

export interface RotationPlan {
  /** The KEK under which all data keys are to be wrapped. */
  current: string
  /** Data keys already wrapped under it. */
  settled: number
  /** Data keys under other available KEKs, to be moved. */
  toMove: number
  /** KEKs that rows name and this server lacks; the rotation requires them. */
  missing: string[]
}

/** What a rotation would do, from the row counts of each KEK. Calls no backend. */
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

/** Throws kek_unknown, naming every missing KEK, if the plan cannot be carried out. */
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
 * Wraps a stored data key under the current KEK, then opens and compares the result before returning it, because losing
 * a data key means losing wallets. Pass a service without a cache. Write the result only if kekId and wrapped bytes in
 * the row are still the old ones.
 *
 * Throws kek_unknown and unseal_failed as unwrapDataKey does, self_check_failed when the new wrapping does not open to
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

/** Whether a stored data key opens. Throws backend_unavailable and backend_refused, which leave the question open. */
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
