import { safeStorage } from 'electron'
import type { TokenStore } from './session-file.ts'

/**
 * On Linux without a keyring Electron encrypts with a hard-coded password, which protects nothing.
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
const hasKeyring = (): boolean =>
  process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())

/** The token store of the system: Keychain on macOS, DPAPI on Windows, the desktop's keyring on Linux. */
export const systemTokenStore: TokenStore = {
  isAvailable: async () => hasKeyring() && (await safeStorage.isAsyncEncryptionAvailable()),
  seal: (text) => safeStorage.encryptStringAsync(text),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
}
