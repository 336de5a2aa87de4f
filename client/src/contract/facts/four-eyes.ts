/** What an owner can have held until a second admin approves it. docs/four-eyes.md says which calls each is. */
export const fourEyesKinds = ['policies', 'treasury', 'keyExport', 'secrets', 'logins'] as const
export type FourEyesKind = (typeof fourEyesKinds)[number]

/**
 * What is held while any kind is: each would be a way around the others. Who alone makes a second account approves alone,
 * a restored backup brings its own setting, and the setting itself could be switched off.
 */
const alwaysHeldKinds = ['access', 'restore', 'setting'] as const
export const heldKinds = [...fourEyesKinds, ...alwaysHeldKinds] as const
export type HeldKind = (typeof heldKinds)[number]

/**
 * Which inputs of a call are held, by kind: all of them, or those that have one of these fields, with `any` value that differs
 * from the present one or with one of these.
 */
export type Held = Partial<Record<HeldKind, true | Readonly<Record<string, 'any' | readonly (boolean | null)[]>>>>

/** Kinds of holds that are in force: those that an owner chose, and what is always held beside them. */
export const heldNow = (chosen: readonly FourEyesKind[]): readonly HeldKind[] =>
  chosen.length === 0 ? [] : [...chosen, ...alwaysHeldKinds]

/** Where an approval stands. `approved` waits for its requester, who alone may see what the call answers. */
export const approvalStates = ['pending', 'approved', 'run', 'refused', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** How long a request waits for a decision. Hours. */
export const APPROVAL_HOURS = 24
/** How long what was approved waits for its requester to collect it. Minutes. */
export const COLLECT_MINUTES = 15
/** The most requests of one admin that wait at once. */
export const MAX_PENDING_APPROVALS = 50
/** How long decided requests are listed; the audit trail keeps its lines longer. Days. */
export const APPROVALS_KEPT_DAYS = 90

/** The call by which a restore is asked for: it is a stream, and no call of the contract. */
export const RESTORE_CALL = 'recovery.restore'

/** Whether a field of an input is a secret: it is stored sealed, and shown as a digest. */
export const isSecretInput = (name: string): boolean =>
  /(secret|password|privateKey|botToken)$/i.test(name) || name === 'passkey'
