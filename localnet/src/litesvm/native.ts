import { createRequire } from 'node:module'
import type * as Native from 'litesvm/dist/internal.js'
import { notInstalled, packageFor, type PlatformPackages } from '../packages.ts'

const VERSION = '1.4.1'

/** litesvm chooses between glibc and musl itself. */
const packages: PlatformPackages = {
  'linux-x64': 'litesvm',
  'linux-arm64': 'litesvm',
  'darwin-x64': 'litesvm',
  'darwin-arm64': 'litesvm',
}

export type LitesvmModule = typeof Native
export type Svm = Native.LiteSvm
export type Executed = Native.TransactionMetadata
export type Refused = Native.FailedTransactionMetadata

/**
 * litesvm's interface of bytes, below its @solana/kit types, since an RPC node handles bytes. Throws where there is no
 * package for this platform, or it is not installed.
 */
export const litesvmModule = (): LitesvmModule => {
  const name = packageFor('litesvm', packages)
  try {
    return createRequire(import.meta.url)(`${name}/dist/internal.js`) as LitesvmModule
  } catch (cause) {
    throw notInstalled('litesvm', name, VERSION, cause)
  }
}
