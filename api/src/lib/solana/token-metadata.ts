import { ExtensionType, getExtensionData } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { type Account, readAccounts } from './accounts.ts'
import { TOKEN_2022_PROGRAM } from './addresses.ts'
import type { SolanaRpc } from './rpc.ts'

/** What a token says of itself: its maker's words, neither checked nor cleaned. */
export interface ClaimedMetadata {
  name: string
  symbol: string
}

/** https://developers.metaplex.com/token-metadata */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** The account type of a token's metadata, in its first byte. */
const METADATA_V1 = 4
/** Mint, authorities, extensions and metadata are at the beginning; what is longer is not read. */
const READ_BYTES = 2048
const MOST_TEXT_BYTES = 200
/** A mint of Token-2022 is as long as a token account, then a byte of its type, then its extensions. */
const EXTENSIONS_AT = 166

const programKey = new PublicKey(METADATA_PROGRAM)

/** Where the Metaplex metadata of a mint are. */
export const metadataAddress = (mint: string): string => {
  const seeds = [Buffer.from('metadata'), programKey.toBuffer(), new PublicKey(mint).toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, programKey)[0].toBase58()
}

/** Borsh strings one after the other: 4 bytes of length, then UTF-8. Undefined where one is cut off or too long. */
const readTexts = (data: Buffer, start: number, count: number): string[] | undefined => {
  const texts: string[] = []
  for (let at = start; texts.length < count;) {
    if (at + 4 > data.length) return undefined
    const end = at + 4 + data.readUInt32LE(at)
    if (end > data.length || end - at - 4 > MOST_TEXT_BYTES) return undefined
    texts.push(data.toString('utf8', at + 4, end))
    at = end
  }
  return texts
}

/** The update authority and the mint stand before the texts. */
const claimedIn = (data: Buffer, mint: string, authorityAt: number): ClaimedMetadata | undefined => {
  const mintAt = authorityAt + 32
  if (data.length < mintAt + 32 || !data.subarray(mintAt, mintAt + 32).equals(new PublicKey(mint).toBuffer()))
    return undefined
  const [name, symbol] = readTexts(data, mintAt + 32, 2) ?? []
  return name === undefined || symbol === undefined ? undefined : { name, symbol }
}

/** Metaplex's account: its type, then authority, mint, name, symbol. */
export const parseMetaplex = (mint: string, account: Account | null | undefined): ClaimedMetadata | undefined =>
  account?.owner === METADATA_PROGRAM && account.data[0] === METADATA_V1 ? claimedIn(account.data, mint, 1) : undefined

/**
 * Token-2022's metadata extension, where the mint points at itself.
 * https://github.com/solana-program/token-metadata/blob/main/interface/src/state.rs
 */
export const parseExtension = (mint: string, account: Account | null | undefined): ClaimedMetadata | undefined => {
  if (account?.owner !== TOKEN_2022_PROGRAM || account.data.length <= EXTENSIONS_AT) return undefined
  try {
    const extensions = account.data.subarray(EXTENSIONS_AT)
    const pointer = getExtensionData(ExtensionType.MetadataPointer, extensions)
    // The pointer's authority, then the account that has the metadata.
    if (!pointer?.subarray(32, 64).equals(new PublicKey(mint).toBuffer())) return undefined
    const metadata = getExtensionData(ExtensionType.TokenMetadata, extensions)
    return metadata ? claimedIn(metadata, mint, 0) : undefined
  } catch {
    // Cut off, or no list of extensions.
    return undefined
  }
}

/**
 * What tokens say of themselves, by mint: in their own extension (Token-2022), else in Metaplex's account. What says
 * nothing is left out. Throws SolanaRpcError.
 */
export const readTokenMetadata = async (
  rpc: SolanaRpc,
  mints: readonly string[],
): Promise<Map<string, ClaimedMetadata>> => {
  const accounts = await readAccounts(rpc, [...mints, ...mints.map(metadataAddress)], { bytes: READ_BYTES })
  const found = mints.map((mint, index) => {
    const claimed = parseExtension(mint, accounts[index]) ?? parseMetaplex(mint, accounts[mints.length + index])
    return [mint, claimed] as const
  })
  return new Map(found.flatMap(([mint, claimed]) => (claimed ? [[mint, claimed] as const] : [])))
}
