import {
  type Account as TokenAccount,
  type Mint,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { ChainAccount } from './account.ts'

/** The names of the token programs in jsonParsed. */
const programNames = new Map([
  [TOKEN_PROGRAM_ID.toBase58(), 'spl-token'],
  [TOKEN_2022_PROGRAM_ID.toBase58(), 'spl-token-2022'],
])

/** Undefined for every other program. */
export const tokenProgramName = (program: string): string | undefined => programNames.get(program)

type Unpack<T> = (key: PublicKey, info: Parameters<typeof unpackAccount>[1], program: PublicKey) => T

const readAs =
  <T>(unpack: Unpack<T>) =>
  (key: PublicKey, account: ChainAccount | undefined): T | undefined => {
    if (!account || !programNames.has(account.owner)) return undefined
    const owner = new PublicKey(account.owner)
    const info = { data: Buffer.from(account.data), executable: account.executable, lamports: 0, owner }
    try {
      return unpack(key, info, owner)
    } catch {
      return undefined
    }
  }

/** The token account's data; undefined for any other account. */
export const tokenAccountOf: (key: PublicKey, account: ChainAccount | undefined) => TokenAccount | undefined =
  readAs(unpackAccount)

/** The mint's data; undefined for any other account. */
export const mintOf: (key: PublicKey, account: ChainAccount | undefined) => Mint | undefined = readAs(unpackMint)

/** An amount of tokens in JSON-RPC's form. */
export const uiAmountOf = (amount: bigint, decimals: number) => {
  const digits = String(amount).padStart(decimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  const uiAmountString = `${whole}.${fraction}`.replace(/\.?0*$/, '')
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
