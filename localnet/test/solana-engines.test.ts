import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAccount,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startSolana, type SolanaNode } from '../src/solana.ts'
import type { Mint } from '../src/solana-mint.ts'
import { createMint, giveTokens, sendInstructions } from '../src/solana-tokens.ts'
import { litesvmModule } from '../src/litesvm/native.ts'
import { solanaEngines } from './engines.ts'

/** A blockhash of no chain. */
const FOREIGN_BLOCKHASH = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'

describe.each(solanaEngines)('Solana on %s', (engine) => {
  let node: SolanaNode
  let connection: Connection
  const sender = Keypair.generate()
  beforeAll(async () => {
    node = await startSolana({ engine })
    connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl })
    await node.fund(sender.publicKey.toBase58(), BigInt(10 * LAMPORTS_PER_SOL))
  })
  afterAll(() => node.stop())

  const signed = async (lamports: number, blockhash?: string) => {
    const recent = await connection.getLatestBlockhash()
    const transaction = new Transaction({ ...recent, ...(blockhash && { blockhash }), feePayer: sender.publicKey })
    const to = Keypair.generate().publicKey
    transaction.add(SystemProgram.transfer({ fromPubkey: sender.publicKey, toPubkey: to, lamports }))
    transaction.sign(sender)
    return transaction.serialize()
  }
  const send = (bytes: Uint8Array, skipPreflight: boolean) => connection.sendRawTransaction(bytes, { skipPreflight })
  const landed = (signature: string) =>
    vi.waitUntil(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus, {
      timeout: 120_000,
    })
  const transfer = async (mint: Mint, to: PublicKey, amount: bigint) => {
    const [key, program] = [new PublicKey(mint.address), new PublicKey(mint.program)]
    const [source, target] = [sender.publicKey, to].map((owner) => new PublicKey(mint.accountOf(owner.toBase58())))
    const [from, us] = [source!, sender.publicKey]
    await sendInstructions(
      node,
      [
        createAssociatedTokenAccountIdempotentInstruction(us, target!, to, key, program),
        createTransferCheckedInstruction(from, key, target!, us, amount, mint.decimals, [], program),
      ],
      [sender],
    )
    return target!
  }

  test.each([true, false])('a tampered signature is refused, preflight skipped: %s', async (skipPreflight) => {
    const bytes = await signed(1_000_000)
    bytes[5]! ^= 1
    await expect(send(bytes, skipPreflight)).rejects.toThrow(/signature verification/)
  })

  test.each([true, false])('a changed amount is refused, preflight skipped: %s', async (skipPreflight) => {
    const bytes = await signed(1_000_000)
    bytes[bytes.length - 3]! ^= 1
    await expect(send(bytes, skipPreflight)).rejects.toThrow(/signature verification/)
  })

  test.each([true, false])('the same bytes land once, preflight skipped: %s', async (skipPreflight) => {
    const bytes = await signed(1_000_000 + Number(skipPreflight))
    const before = await connection.getBalance(sender.publicKey)
    await landed(await send(bytes, skipPreflight))
    await expect(send(bytes, skipPreflight)).rejects.toThrow(/already been processed/)
    const spent = before - (await connection.getBalance(sender.publicKey))
    expect(spent).toBe(1_000_000 + Number(skipPreflight) + 5_000)
  })

  test('a blockhash of another chain is refused', async () => {
    await expect(send(await signed(1_000_000, FOREIGN_BLOCKHASH), false)).rejects.toThrow('Blockhash not found')
  })

  test('what preflight finds is told with its error and logs', async () => {
    const params = [Buffer.from(await signed(20 * LAMPORTS_PER_SOL)).toString('base64'), { encoding: 'base64' }]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'sendTransaction', params })
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect(await (await fetch(node.url, request)).json()).toMatchObject({
      id: 7,
      error: {
        code: -32_002,
        message: expect.stringContaining('custom program error: 0x1'),
        data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: expect.arrayContaining([expect.any(String)]) },
      },
    })
  })

  test('without preflight a failing transaction lands, and costs its fee', async () => {
    const before = await connection.getBalance(sender.publicKey)
    const signature = await send(await signed(20 * LAMPORTS_PER_SOL), true)
    await landed(signature)
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({
      InstructionError: [0, { Custom: 1 }],
    })
    expect(await connection.getBalance(sender.publicKey)).toBe(before - 5_000)
  })

  test.each(['token', 'token-2022'] as const)('tokens of %s are minted and moved', async (program) => {
    const mint = await createMint(node, { program, holders: { [sender.publicKey.toBase58()]: 5_000_000n } })
    const to = Keypair.generate().publicKey
    const account = await transfer(mint, to, 1_500_000n)
    expect((await getAccount(connection, account, 'confirmed', new PublicKey(mint.program))).amount).toBe(1_500_000n)
    const { value } = await connection.getParsedTokenAccountsByOwner(to, { programId: new PublicKey(mint.program) })
    expect(value.map(({ account }) => (account.data.parsed as { info: unknown }).info)).toMatchObject([
      {
        mint: mint.address,
        owner: to.toBase58(),
        state: 'initialized',
        tokenAmount: { amount: '1500000', decimals: 6, uiAmountString: '1.5' },
      },
    ])
    expect((await connection.getTokenAccountBalance(account)).value.amount).toBe('1500000')
  })

  test('a transfer fee of Token-2022 is withheld', async () => {
    const transferFee = { basisPoints: 100, maximum: 1_000_000n }
    const mint = await createMint(node, { program: 'token-2022', transferFee })
    await giveTokens(node, mint, sender.publicKey.toBase58(), 2_000_000n)
    const account = await transfer(mint, Keypair.generate().publicKey, 1_000_000n).catch((error: unknown) => error)
    const held = await getAccount(connection, account as PublicKey, 'confirmed', TOKEN_2022_PROGRAM_ID)
    expect(held.amount).toBe(990_000n)
  })

  test('a seed gives a mint its address', async () => {
    const seed = new Uint8Array(32).fill(7)
    const mint = await createMint(node, { seed })
    expect(mint.address).toBe(Keypair.fromSeed(seed).publicKey.toBase58())
  })
})

describe('a platform that surfpool is not made for', () => {
  const { platform, arch } = process
  const pretend = (platform: string, arch: string) => {
    for (const [name, value] of Object.entries({ platform, arch })) Object.defineProperty(process, name, { value })
  }
  afterEach(() => pretend(platform, arch))

  test('has litesvm', async () => {
    // Loaded before, since its package looks at the platform too.
    litesvmModule()
    pretend('linux', 'arm64')
    const node = await startSolana()
    const version = await new Connection(node.url).getVersion()
    expect(version).not.toHaveProperty('surfnet-version')
    await node.stop()
  })

  test('is told of both where litesvm is not made for it either', async () => {
    pretend('win32', 'x64')
    await expect(startSolana()).rejects.toThrow(
      /There is no surfpool for win32-x64; it exists for .*\nThere is no litesvm for win32-x64; it exists for /,
    )
    await expect(startSolana({ engine: 'litesvm' })).rejects.toThrow('There is no litesvm for win32-x64')
  })
})
