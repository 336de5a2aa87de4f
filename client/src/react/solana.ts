import type { Purpose } from '../contract/facts/purpose.ts'
import type { Session } from './session.ts'

/**
 * A Solana wallet in the browser: `window.solana`, a wallet adapter, or an account of the Wallet Standard. `connect` is
 * called if there is no public key yet.
 */
export interface SolanaWallet {
  publicKey: string | Uint8Array | { toBase58(): string } | null
  connect?(): Promise<unknown>
  /** Returns the signature, or an object with it as Phantom does. */
  signMessage(message: Uint8Array): Promise<Uint8Array | { signature: Uint8Array }>
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** https://datatracker.ietf.org/doc/html/draft-msporny-base58-03 */
const base58 = (bytes: Uint8Array): string => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

const addressOf = ({ publicKey }: SolanaWallet): string | undefined => {
  if (typeof publicKey === 'string') return publicKey
  return publicKey instanceof Uint8Array ? base58(publicKey) : publicKey?.toBase58()
}

/** Requests a challenge for a purpose and has the wallet sign it (EIP-4361 for Solana). */
export const signSolanaChallenge = async ({ appId, client }: Session, wallet: SolanaWallet, purpose: Purpose) => {
  if (!addressOf(wallet)) await wallet.connect?.()
  const solAddress = addressOf(wallet)
  if (!solAddress) throw new Error('The wallet returned no account')
  const challenge = { appId, chain: 'solana', address: solAddress, uri: location.href, purpose } as const
  const { message } = await client.login.challenge(challenge)
  const signed = await wallet.signMessage(new TextEncoder().encode(message))
  return { solAddress, signature: base58(signed instanceof Uint8Array ? signed : signed.signature), message }
}
