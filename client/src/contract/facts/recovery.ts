/** Where backups and restores are streamed: calls beside the contract. */
export const recoveryPaths = {
  /** POST: answers the backup itself. */
  backups: '/admin/backups',
  /** POST: begins a restore. Below its id: POST `data?offset=`, POST `finish`, DELETE. */
  restores: '/admin/restores',
} as const

/** The most bytes of one request of `data`: less than proxies accept by default. */
export const RESTORE_PART = 1_000_000
