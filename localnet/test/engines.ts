import { findSurfpool } from '../src/surfpool.ts'

const hasSurfpool = (): boolean => {
  try {
    findSurfpool()
    return true
  } catch {
    return false
  }
}

/** What runs a Solana chain on this machine. */
export const solanaEngines = hasSurfpool() ? (['surfpool', 'litesvm'] as const) : (['litesvm'] as const)
