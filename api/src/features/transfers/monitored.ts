import type { TransactionModel } from '../../db.ts'
import type { Deps } from '../../deps.ts'

/** Reads the status of one transaction from its chain, records it, and sends the same bytes again if needed. */
export type Monitor<R> = (deps: MonitorDeps, rpc: R, row: SignedRow) => Promise<void>

export type MonitorDeps = Pick<Deps, 'db' | 'nodes' | 'signer'>

/** A row with signature and bytes. */
export type SignedRow = TransactionModel & { signature: string; signed: Uint8Array<ArrayBuffer> }
