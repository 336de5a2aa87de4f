import { randomBytes } from 'node:crypto'
import { startVara } from '@openauth/localnet/vara'
import { vi } from 'vitest'
import { addressOf } from '../../custody/testing.ts'
import { varaAddressOf } from './addresses.ts'
import { type Broadcast, broadcast } from './broadcast.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { type BuiltExtrinsic, buildMessage, buildReply, type MessageRequest, type ReplyRequest } from './build.ts'
import { createVaraRpc, type VaraRpc } from './rpc.ts'
import { signVaraPayload } from './sign.ts'
import { statusOf } from './status.ts'

export const VARA = 10n ** 12n
export const PROGRAM = `0x${'ab'.repeat(32)}`

export type TestWallet = { address: string; secret: Buffer }

export const newWallet = (): TestWallet => {
  const secret = randomBytes(32)
  return { address: varaAddressOf(addressOf('polkadot', secret)), secret }
}

export const startChain = async () => {
  const node = await startVara()
  const rpc = createVaraRpc({ url: node.url, timeoutMs: 2000 })
  return {
    ...node,
    rpc,
    /** A new account with an amount in planck. */
    wallet: async (planck = 1000n * VARA): Promise<TestWallet> => {
      const wallet = newWallet()
      if (planck > 0n) await node.fund(wallet.address, planck)
      return wallet
    },
    included: (address: string, nonce: number) =>
      vi.waitUntil(() => node.nonceOf(address) > nonce, { timeout: 120_000, interval: 5 }),
  }
}

export type TestChain = Awaited<ReturnType<typeof startChain>>

export type Signed = BuiltExtrinsic & { nonce: number; extrinsic: Uint8Array; hash: string }

/** Signs with the node's next nonce, unless one is given. */
export const sign = async (built: BuiltExtrinsic, wallet: TestWallet, nonce = built.nextNonce): Promise<Signed> => {
  const unsigned = built.withNonce(nonce)
  return { ...built, nonce, ...unsigned.assemble(await signVaraPayload(unsigned.payload, wallet.secret)) }
}

type Given<T extends { from: string; payload: Uint8Array }> = Partial<Omit<T, 'from'>> & { nonce?: number }

export const signMessage = async (
  rpc: VaraRpc,
  wallet: TestWallet,
  { nonce, ...given }: Given<MessageRequest> = {},
) => {
  const request = { destination: PROGRAM, payload: Buffer.from('hello'), ...given, from: wallet.address }
  return sign(await buildMessage(rpc, request), wallet, nonce)
}

export const signReply = async (rpc: VaraRpc, wallet: TestWallet, given: Omit<ReplyRequest, 'from'>) =>
  sign(await buildReply(rpc, { ...given, from: wallet.address }), wallet)

/** Sends, waits until it is in a block, and returns its status. */
export const sendAndInclude = async (harness: TestChain, signed: Signed) => {
  const sent = await broadcast(harness.rpc, signed.extrinsic, signed)
  await harness.included(signed.from, signed.nonce)
  return { sent, status: await statusOf(harness.rpc, signed) }
}

/** Sends without waiting for a block. */
export const send = (harness: TestChain, { extrinsic, bornAt, validUntil }: Signed): Promise<Broadcast> =>
  broadcast(harness.rpc, extrinsic, { bornAt, validUntil })

/** The code, or the kind, of the error. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: { code?: string; kind?: string; message: string }) => error.code ?? error.kind ?? error.message,
  )

/** Code (or kind) and message of a build's error, where the endpoint gives this answer to this method. */
export const buildErrorWith = async (
  harness: TestChain,
  wallet: TestWallet,
  fakeAnswer: { method: string; answer: FakeAnswer; reply?: boolean },
) => {
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === fakeAnswer.method ? fakeAnswer.answer : undefined,
  )
  const rpc = createVaraRpc({ url: fake.url, timeoutMs: 1000, maxBytes: 2_000_000 })
  const request = { from: wallet.address, payload: Buffer.from('hello') }
  const build = fakeAnswer.reply
    ? buildReply(rpc, { ...request, replyToId: PROGRAM })
    : buildMessage(rpc, { ...request, destination: PROGRAM })
  const error: unknown = await build.catch((error: unknown) => error)
  await fake.stop()
  const { code, kind, message } = error as { code?: string; kind?: string; message?: string }
  return { code: error instanceof Error ? (code ?? kind ?? message) : 'no error', message }
}
