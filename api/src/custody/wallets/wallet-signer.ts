import type { SignedTransaction } from '../../lib/solana/sign.ts'
import type { UnsignedTransaction } from '../../lib/ethereum/transaction.ts'
import type { Chain } from './chains.ts'
import type { KeyService } from '../key-service.ts'
import { openWalletSecret, type WalletOwner } from './wallet-secrets.ts'

/** A wallet's row: the sealed secret and the wrapped data key that opens it. */
export interface StoredWallet {
  owner: WalletOwner
  chain: Chain
  kekId: string
  wrappedKey: Uint8Array
  sealedSecret: Uint8Array
}

/**
 * All operations with a wallet's key. The key is opened for one signature and zeroed after. The caller has decoded,
 * simulated and checked what is signed; no policy is applied here, except that a message that could be a transaction is
 * never signed as a message.
 *
 * Each throws CustodyError when the key does not open, and what the chain's own library throws about the content.
 */
export interface WalletSigner {
  /** Adds the wallet's signature to a serialized legacy or v0 transaction. */
  solanaTransaction: (wallet: StoredWallet, transaction: Uint8Array) => Promise<SignedTransaction>
  /** Base58 of the signature. Throws SolanaError blind_signing. */
  solanaMessage: (wallet: StoredWallet, message: Uint8Array) => Promise<string>
  /** Base58 of seed and public key, 64 bytes, as wallets import it. */
  solanaExport: (wallet: StoredWallet) => Promise<string>
  /** The raw signed transaction. */
  evmTransaction: (wallet: StoredWallet, transaction: UnsignedTransaction) => Promise<Uint8Array>
  /** 64 bytes over the payload of an extrinsic, hashed first where it is longer than 256 bytes. */
  varaPayload: (wallet: StoredWallet, payload: Uint8Array) => Promise<Uint8Array>
}

/** Memoizes an import: repeating it costs more than a signature. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load())
}

const solanaSign = once(() => import('../../lib/solana/sign.ts'))
const solanaSignMessage = once(() => import('../../lib/solana/sign-message.ts'))
const ethereumSign = once(() => import('../../lib/ethereum/sign.ts'))
const varaSign = once(() => import('../../lib/vara/sign.ts'))

/**
 * Signs in this process. Each chain's library is loaded on first use. `keysFor` resolves the KEKs that can unwrap a
 * wallet's data key.
 */
export const createWalletSigner = (keysFor: (kekId: string) => Promise<KeyService>): WalletSigner => {
  const withSecret = async <T>(wallet: StoredWallet, work: (secret: Buffer) => T | Promise<T>): Promise<T> => {
    const secret = await openWalletSecret(await keysFor(wallet.kekId), wallet.owner, wallet)
    try {
      return await work(secret)
    } finally {
      secret.fill(0)
    }
  }
  return {
    solanaTransaction: async (wallet, transaction) => {
      const { signTransaction } = await solanaSign()
      return withSecret(wallet, (secret) => signTransaction(transaction, secret))
    },
    solanaMessage: async (wallet, message) => {
      const { signMessage } = await solanaSignMessage()
      return withSecret(wallet, (secret) => signMessage(message, secret))
    },
    solanaExport: async (wallet) => {
      const { exportPrivateKey } = await import('../../lib/solana/private-key.ts')
      return withSecret(wallet, exportPrivateKey)
    },
    evmTransaction: async (wallet, transaction) => {
      const { signTransaction } = await ethereumSign()
      return withSecret(wallet, (secret) => signTransaction(transaction, secret))
    },
    varaPayload: async (wallet, payload) => {
      const { signVaraPayload } = await varaSign()
      return withSecret(wallet, (secret) => signVaraPayload(payload, secret))
    },
  }
}
