import type { LoginMethod } from '@openauth/client'
import type { EthereumProvider, SolanaWallet } from '@openauth/client/react'
import type { AppConfig } from '../../config/config.ts'
import { isTelegram } from '../../host/detect.ts'

/** The providers that wallet extensions inject into pages (EIP-1193 and its Solana counterpart). */
export type WalletWindow = Window & { ethereum?: EthereumProvider; solana?: SolanaWallet }

/** The login methods that the app has on and this page can offer. */
export const usableMethods = ({ app, telegram }: AppConfig): LoginMethod[] => {
  const { ethereum, solana } = globalThis as unknown as WalletWindow
  const isAvailable: Partial<Record<LoginMethod, boolean>> = {
    ethereum: ethereum !== undefined,
    solana: solana !== undefined,
    // A link to the bot. Inside Telegram, init data logs the user in without it.
    // Where there is a form for an e-mail address, it sends those of a connection's domains there.
    oidc: app.connections.length > 0 || !app.methods.includes('email'),
    telegram: telegram.botName !== null && !isTelegram(),
  }
  return app.methods.filter((method) => isAvailable[method] ?? true)
}
