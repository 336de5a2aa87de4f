import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createInitializeNonTransferableMintInstruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { initializeMetadata, type TokenMetadata } from './solana-metadata.ts'
import type { SolanaNode } from './solana-node.ts'

export interface MintOptions {
  /** The Token program, or Token-2022, whose mints may have extensions. */
  program?: 'token' | 'token-2022'
  decimals?: number
  /** Withheld from every transfer. */
  transferFee?: { basisPoints: number; maximum: bigint }
  /** A program that every transfer calls; it need not exist. */
  transferHook?: string
  nonTransferable?: boolean
  /** The metadata in a mint of Token-2022. */
  metadata?: TokenMetadata
  /** Initial balances by owner, in smallest units. */
  holders?: Record<string, bigint>
  /**
   * 32 bytes from which the keys of the mint and its authority are derived, so that they are the same each time;
   * without them they are new.
   */
  seed?: Uint8Array
}

export interface Mint {
  address: string
  program: string
  decimals: number
  /** The authority to mint and freeze. */
  authority: Keypair
  /** The associated token account of a wallet, which may not exist yet. */
  accountOf: (owner: string) => string
}

/** Lamports: half a million token accounts. */
const AIRDROP = 1_000_000_000_000n
const DEADLINE_MS = 10_000

/**
 * Sends a transaction that its first signer pays for, and waits until it is confirmed. Throws with the error where it
 * fails.
 */
export const sendInstructions = async (
  { url, wsUrl }: SolanaNode,
  instructions: TransactionInstruction[],
  signers: Keypair[],
): Promise<string> => {
  const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: wsUrl })
  const signature = await connection.sendTransaction(new Transaction().add(...instructions), signers)
  const deadline = Date.now() + DEADLINE_MS
  while (Date.now() < deadline) {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`)
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return signature
    await pause(20)
  }
  throw new Error(`${signature} was not confirmed within ${DEADLINE_MS} ms`)
}

const extensionsOf = (options: MintOptions, mint: PublicKey, program: PublicKey, authority: PublicKey) => {
  const extensions: [ExtensionType, TransactionInstruction][] = []
  if (options.transferFee) {
    const { basisPoints, maximum } = options.transferFee
    const fee = [authority, authority, basisPoints, maximum, program] as const
    extensions.push([ExtensionType.TransferFeeConfig, createInitializeTransferFeeConfigInstruction(mint, ...fee)])
  }
  if (options.transferHook) {
    const hook = new PublicKey(options.transferHook)
    const instruction = createInitializeTransferHookInstruction(mint, authority, hook, program)
    extensions.push([ExtensionType.TransferHook, instruction])
  }
  if (options.nonTransferable) {
    const instruction = createInitializeNonTransferableMintInstruction(mint, program)
    extensions.push([ExtensionType.NonTransferable, instruction])
  }
  if (options.metadata) {
    const instruction = createInitializeMetadataPointerInstruction(mint, authority, mint, program)
    extensions.push([ExtensionType.MetadataPointer, instruction])
  }
  return extensions
}

/** Mints tokens, in smallest units, to a wallet, and creates its token account where it has none. */
export const giveTokens = async (
  node: SolanaNode,
  { address, program, authority, accountOf }: Mint,
  to: string,
  amount: bigint,
): Promise<void> => {
  const [mint, owner, holding] = [address, to, accountOf(to)].map((each) => new PublicKey(each)) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const [payer, tokens] = [authority.publicKey, new PublicKey(program)]
  const give = [
    createAssociatedTokenAccountIdempotentInstruction(payer, holding, owner, mint, tokens),
    createMintToInstruction(mint, holding, payer, amount, [], tokens),
  ]
  await sendInstructions(node, give, [authority])
}

/** The keypairs of authority and mint. */
const keysOf = (seed: Uint8Array | undefined): [Keypair, Keypair] =>
  seed
    ? [Keypair.fromSeed(createHash('sha256').update(seed).digest()), Keypair.fromSeed(seed)]
    : [Keypair.generate(), Keypair.generate()]

/** Makes a mint on a local chain, and gives its tokens to wallets. */
export const createMint = async (node: SolanaNode, options: MintOptions = {}): Promise<Mint> => {
  const { program: name = 'token', decimals = 6, holders = {}, seed, metadata } = options
  const program = name === 'token' ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID
  const [authority, key] = keysOf(seed)
  await node.fund(authority.publicKey.toBase58(), AIRDROP)
  const extensions = extensionsOf(options, key.publicKey, program, authority.publicKey)
  const space = getMintLen(extensions.map(([type]) => type))
  const account = { fromPubkey: authority.publicKey, newAccountPubkey: key.publicKey, space, lamports: 10_000_000 }
  const create = [
    SystemProgram.createAccount({ ...account, programId: program }),
    ...extensions.map(([, instruction]) => instruction),
    createInitializeMint2Instruction(key.publicKey, decimals, authority.publicKey, authority.publicKey, program),
    ...(metadata ? [initializeMetadata(key.publicKey, authority.publicKey, metadata)] : []),
  ]
  await sendInstructions(node, create, [authority, key])
  const mint = {
    address: key.publicKey.toBase58(),
    program: program.toBase58(),
    decimals,
    authority,
    accountOf: (owner: string) =>
      getAssociatedTokenAddressSync(key.publicKey, new PublicKey(owner), true, program).toBase58(),
  }
  for (const [owner, amount] of Object.entries(holders)) await giveTokens(node, mint, owner, amount)
  return mint
}
