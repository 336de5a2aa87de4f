import { PublicKey } from '@solana/web3.js'
import type { Svm } from './native.ts'

export interface ChainAccount {
  lamports: bigint
  data: Uint8Array
  /** The program that it belongs to, base58. */
  owner: string
  executable: boolean
  rentEpoch: bigint
}

type NativeAccount = NonNullable<ReturnType<Svm['getAccount']>>

/** Undefined for an account that holds nothing: on a cluster there is none. */
export const accountOf = (account: NativeAccount | null): ChainAccount | undefined =>
  account && account.lamports() > 0n
    ? {
        lamports: account.lamports(),
        data: account.data(),
        owner: new PublicKey(account.owner()).toBase58(),
        executable: account.executable(),
        rentEpoch: account.rentEpoch(),
      }
    : undefined
