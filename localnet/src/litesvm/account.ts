import { PublicKey } from '@solana/web3.js'
import type { Svm } from './native.ts'

export interface ChainAccount {
  lamports: bigint
  data: Uint8Array
  /** The program that owns the account, base58. */
  owner: string
  executable: boolean
  rentEpoch: bigint
}

type NativeAccount = NonNullable<ReturnType<Svm['getAccount']>>

/** Undefined for an account without lamports: on a cluster it does not exist. */
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
