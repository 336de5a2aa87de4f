import {
  calculateEpochFee,
  ExtensionType,
  getAccountLen,
  getAccountTypeOfMintType,
  getExtensionTypes,
  getTransferFeeConfig,
  getTransferHook,
  type Mint,
  unpackMint,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import * as z from 'zod'
import type { Account } from './accounts.ts'
import { isTokenProgram, TOKEN_2022_PROGRAM } from './addresses.ts'
import { SolanaError } from './errors.ts'
import type { SolanaRpc } from './rpc.ts'

/**
 * Extensions under which a transfer moves exactly its amount. NonTransferable (9) is not among them, nor are extensions
 * newer than this list, whose effect on a transfer is unknown.
 * https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs
 */
const KNOWN_EXTENSIONS = new Set([1, 3, 4, 6, 10, 12, 14, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29])

const notAMint = () =>
  new SolanaError('not_a_mint', "This address is not a token's mint. Use the address that identifies the token itself.")
const unsupported = (what: string) =>
  new SolanaError('unsupported_mint', `This token cannot be sent from here: ${what}.`)

const unpack = (address: PublicKey, account: Account): Mint => {
  const owner = new PublicKey(account.owner)
  try {
    return unpackMint(address, { ...account, owner, lamports: Number(account.lamports) }, owner)
  } catch {
    throw notAMint()
  }
}

/**
 * Parses the mint in an account of the Token program or Token-2022 if its tokens can be sent. Throws unknown_mint (no
 * account), not_a_mint, unsupported_mint (transfer hook, non-transferable, unknown extension).
 */
export const parseMint = (address: string, account: Account | null | undefined): Mint => {
  if (!account) throw new SolanaError('unknown_mint', 'There is no token with this mint on this chain.')
  if (!isTokenProgram(account.owner)) throw notAMint()
  const mint = unpack(new PublicKey(address), account)
  if (!mint.isInitialized) throw notAMint()
  const extensions = getExtensionTypes(mint.tlvData)
  if (extensions.includes(ExtensionType.NonTransferable)) throw unsupported('it is not transferable')
  const hook = getTransferHook(mint)
  if (hook && !hook.programId.equals(PublicKey.default)) {
    throw unsupported(`it calls the program ${hook.programId.toBase58()} at every transfer (transfer hook)`)
  }
  const unknown = extensions.find((extension) => !KNOWN_EXTENSIONS.has(extension))
  if (unknown !== undefined) throw unsupported(`its extension ${unknown} is not known to this server`)
  return mint
}

/** Bytes of a new associated token account: https://docs.rs/spl-associated-token-account-interface */
export const tokenAccountBytes = (mint: Mint, program: string): number => {
  if (program !== TOKEN_2022_PROGRAM) return getAccountLen([])
  const needed = getExtensionTypes(mint.tlvData)
    .map(getAccountTypeOfMintType)
    .filter((extension) => extension !== ExtensionType.Uninitialized)
  return getAccountLen([...new Set([ExtensionType.ImmutableOwner, ...needed])])
}

/** The mint's transfer fee in this epoch, in smallest units; undefined for a mint without one. */
export const readTransferFee = async (rpc: SolanaRpc, mint: Mint, amount: bigint): Promise<bigint | undefined> => {
  const config = getTransferFeeConfig(mint)
  if (!config) return undefined
  const options = { commitment: 'confirmed' }
  const { epoch } = await rpc.call('getEpochInfo', [options], z.object({ epoch: z.number().int().nonnegative() }))
  return calculateEpochFee(config, BigInt(epoch), amount)
}
