import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { callRpc } from './json-rpc.ts'
import type { SolanaNode } from './solana-node.ts'

/** A token's metadata. */
export interface TokenMetadata {
  name: string
  symbol: string
  /** The address of a document with further metadata; it is not read here. */
  uri?: string
}

const METAPLEX = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')

const borshText = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

const borshWords = ({ name, symbol, uri = '' }: TokenMetadata): Buffer =>
  Buffer.concat([name, symbol, uri].map(borshText))

/** Writes a mint's Metaplex account in the form of the program, which no local chain has. Needs surfpool. */
export const writeMetaplex = async (
  { url }: SolanaNode,
  mint: string,
  words: TokenMetadata,
  owner = METAPLEX,
): Promise<void> => {
  const key = new PublicKey(mint)
  const [address] = PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), METAPLEX.toBuffer(), key.toBuffer()],
    METAPLEX,
  )
  // Type, update authority, mint, name, symbol and uri, seller fee, no creators; a real account is padded to 607
  // bytes.
  const data = Buffer.concat([Buffer.from([4]), key.toBuffer(), key.toBuffer(), borshWords(words), Buffer.alloc(3)])
  const account = { lamports: 10_000_000, owner: owner.toBase58(), executable: false, data: data.toString('hex') }
  await callRpc(url, 'surfnet_setAccount', [address.toBase58(), account])
}

/** https://github.com/solana-program/token-metadata: the first 8 bytes of SHA-256 of its interface's name. */
const INITIALIZE = Buffer.from([210, 225, 30, 162, 88, 184, 77, 141])

/** Writes a token's metadata into its Token-2022 mint, which has a metadata pointer to itself. */
export const initializeMetadata = (
  mint: PublicKey,
  authority: PublicKey,
  words: TokenMetadata,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: [
      { pubkey: mint, isSigner: false, isWritable: true },
      { pubkey: authority, isSigner: false, isWritable: false },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data: Buffer.concat([INITIALIZE, borshWords(words)]),
  })
