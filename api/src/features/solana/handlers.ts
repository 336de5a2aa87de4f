import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { exportKey } from './export-key.ts'

export const solanaHandlers = (deps: Deps): Handlers<'solana'> => ({
  privateKey: (input, context) => exportKey(deps, input, context),
})
