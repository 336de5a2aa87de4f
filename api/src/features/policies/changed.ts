import type { OwnWalletPolicy, WalletPolicy } from '@openauth/client'

/** Rules to change: omitted ones stay, null removes. */
export type Changes = { [N in keyof WalletPolicy]?: WalletPolicy[N] | null | undefined }

/** The rules after a change: omitted ones stay, null removes. */
export const changed = (own: OwnWalletPolicy, changes: Changes): OwnWalletPolicy => {
  const definedChanges = Object.entries(changes).filter(([, rule]) => rule !== undefined)
  const all = { ...own, ...Object.fromEntries(definedChanges) }
  return Object.fromEntries(Object.entries(all).filter(([, rule]) => rule !== null && rule !== undefined))
}
