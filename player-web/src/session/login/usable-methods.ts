import type { LoginMethod } from '@openauth/client'
import type { EthereumProvider, SolanaWallet } from '@openauth/client/react'
import type { AppConfig } from '../../config/config.ts'
import { isTelegram } from '../../host/detect.ts'

/** What wallets' extensions put on pages. */
export type WalletWindow = Window & { ethereum?: EthereumProvider; solana?: SolanaWallet }

/** The login methods that the app has on and this page can offer. */
export const usableMethods = ({ app, telegram }: AppConfig): LoginMethod[] => {
  const { ethereum, solana } = globalThis as unknown as WalletWindow
  const isThere: Partial<Record<LoginMethod, boolean>> = {
    ethereum: ethereum !== undefined,
    solana: solana !== undefined,
    // In a browser its bot is one link away; inside Telegram nobody has to ask.
    telegram: telegram.botName !== null && !isTelegram(),
  }
  return app.methods.filter((method) => isThere[method] ?? true)
}
