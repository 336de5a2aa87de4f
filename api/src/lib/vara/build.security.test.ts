import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readBalance } from './balances.ts'
import { broadcast } from './broadcast.ts'
import { buildMessage, buildReply, type MessageRequest } from './build.ts'
import { startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createVaraRpc } from './rpc.ts'
import {
  codeOf,
  sendAndInclude,
  newWallet,
  PROGRAM,
  sign,
  signMessage,
  startChain,
  type TestChain,
  VARA,
} from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterEach(() => harness.clear())
afterAll(() => harness.stop())

const build = async (request: Partial<MessageRequest>, planck?: bigint) =>
  buildMessage(harness.rpc, {
    from: (await harness.wallet(planck)).address,
    destination: PROGRAM,
    payload: Buffer.from('hello'),
    ...request,
  })

describe('validates the request before any call', () => {
  test.each<[string, Partial<MessageRequest>, string]>([
    ['no address', { from: 'kGme' }, 'invalid_address'],
    ['no id', { destination: '0xab' }, 'invalid_id'],
    ['an address as id', { destination: newWallet().address }, 'invalid_id'],
    ['the zero id', { destination: `0x${'00'.repeat(32)}` }, 'invalid_id'],
    ['a payload too long', { payload: Buffer.alloc(65_537) }, 'invalid_payload'],
    ['a negative value', { value: -1n }, 'invalid_amount'],
    ['a value of 2^128', { value: 2n ** 128n }, 'invalid_amount'],
  ])('%s', async (_, request, code) => {
    const fake = await startFakeRpc(harness.url, () => undefined)
    const rpc = createVaraRpc({ url: fake.url })
    const whole = { from: newWallet().address, destination: PROGRAM, payload: Buffer.of(), ...request }
    expect(await codeOf(buildMessage(rpc, whole))).toBe(code)
    expect(fake.requestedMethods).toEqual([])
    await fake.stop()
  })

  test('a reply to the zero id', async () => {
    const { address: from } = await harness.wallet()
    expect(await codeOf(buildReply(harness.rpc, { from, replyToId: 'first', payload: Buffer.of() }))).toBe('invalid_id')
  })
})

describe('balances', () => {
  test('an empty balance, too little for the value, for the fee, and for the deposit', async () => {
    expect(await codeOf(build({ from: newWallet().address }))).toBe('insufficient_balance')
    expect(await codeOf(build({ value: 10n * VARA }, 10n * VARA))).toBe('insufficient_balance')
    expect(await codeOf(build({ value: 2n ** 128n - 1n }))).toBe('insufficient_balance')
    expect(await codeOf(build({}, VARA))).toBe('insufficient_balance')
  })

  test('spends everything above the deposit, and refuses one planck more', async () => {
    const { maxFee } = await build({})
    const enough = 5n * VARA + maxFee + VARA
    expect(await codeOf(build({ value: 5n * VARA }, enough - 1n))).toBe('insufficient_balance')
    const wallet = await harness.wallet(enough)
    const { status } = await sendAndInclude(harness, await signMessage(harness.rpc, wallet, { value: 5n * VARA }))
    expect(status).toMatchObject({ state: 'confirmed' })
    expect(harness.balanceOf(wallet.address)).toBeGreaterThanOrEqual(VARA)
  })

  test('the message contains the needed and the available amount', async () => {
    await expect(build({ value: 10n * VARA }, 10n * VARA)).rejects.toThrow(
      'The wallet lacks planck for the value: it needs 10000000000000 and can spend 9000000000000',
    )
  })

  /** nonce, three counts, free, reserved, frozen and flags */
  const account = (free: bigint, reserved: bigint, frozen: bigint, nonce = 7): string => {
    const bytes = Buffer.alloc(80)
    bytes.writeUInt32LE(nonce)
    for (const [index, amount] of [free, reserved, frozen].entries()) {
      bytes.writeBigUInt64LE(amount & (2n ** 64n - 1n), 16 + index * 16)
      bytes.writeBigUInt64LE(amount >> 64n, 24 + index * 16)
    }
    return `0x${bytes.toString('hex')}`
  }
  const balanceWhere = async (result: unknown) => {
    const fake = await startFakeRpc(harness.url, ({ method }) =>
      method === 'state_getStorage' ? { result } : undefined,
    )
    return readBalance(createVaraRpc({ url: fake.url }), newWallet().address).finally(fake.stop)
  }

  test('locked and reserved amounts are not transferable', async () => {
    const max = 2n ** 128n - 1n
    expect(await balanceWhere(account(10n, 0n, 0n))).toEqual({ transferable: 10n, locked: 0n, total: 10n, nonce: 7 })
    expect(await balanceWhere(account(10n, 4n, 0n))).toMatchObject({ transferable: 10n, locked: 0n, total: 14n })
    expect(await balanceWhere(account(10n, 4n, 6n))).toMatchObject({ transferable: 8n, locked: 2n })
    expect(await balanceWhere(account(10n, 0n, 12n))).toMatchObject({ transferable: 0n, locked: 12n })
    expect(await balanceWhere(account(max, 0n, 0n))).toMatchObject({ transferable: max })
    expect(await balanceWhere(null)).toEqual({ transferable: 0n, locked: 0n, total: 0n, nonce: 0 })
  })

  test.each([7, '', '0x', '0x00', 'rich', {}, `0x${'00'.repeat(79)}`, `0x${'00'.repeat(81)}`])(
    '%s is not an account',
    async (result) => expect(await codeOf(balanceWhere(result))).toBe('malformed'),
  )

  test('a lock covers the deposit, too', async () => {
    const { address: from } = await harness.wallet()
    const asIf = async (planck: string) => {
      const fake = await startFakeRpc(harness.url, ({ method }) =>
        method === 'state_getStorage' ? { result: planck } : undefined,
      )
      const rpc = createVaraRpc({ url: fake.url })
      return buildMessage(rpc, { from, destination: PROGRAM, payload: Buffer.of() }).finally(fake.stop)
    }
    expect(await asIf(account(9n * VARA, 0n, VARA / 4n))).toMatchObject({ mustStay: (VARA / 4n) * 3n })
    expect(await asIf(account(9n * VARA, 0n, 3n * VARA))).toMatchObject({ mustStay: 0n, transferable: 6n * VARA })
    expect(await asIf(account(9n * VARA, 9n * VARA, 3n * VARA))).toMatchObject({ mustStay: VARA })
    expect(await codeOf(asIf(account(9n * VARA, 0n, 9n * VARA)))).toBe('insufficient_balance')
  })
})

describe('an upgrade of the runtime', () => {
  test('is detected by the next build, which reads the metadata again and signs the new version', async () => {
    const wallet = await harness.wallet()
    let version = { specVersion: 1900, transactionVersion: 1 }
    const fake = await startFakeRpc(harness.url, ({ method }) =>
      method === 'state_getRuntimeVersion' ? { result: version } : undefined,
    )
    const rpc = createVaraRpc({ url: fake.url })
    const read = async () => {
      const built = await buildMessage(rpc, { from: wallet.address, destination: PROGRAM, payload: Buffer.of() })
      const reads = fake.requestedMethods.filter((method) => method === 'state_getMetadata').length
      return { built, reads, versions: [...built.withNonce(0).payload.subarray(-73, -65)] }
    }
    const old = await read()
    expect(old).toMatchObject({ reads: 1, versions: [108, 7, 0, 0, 1, 0, 0, 0] })
    expect(await Promise.all([read(), read()])).toMatchObject([{ reads: 1 }, { reads: 1 }])
    version = { specVersion: 1910, transactionVersion: 1 }
    expect(await read()).toMatchObject({ reads: 2, versions: [118, 7, 0, 0, 1, 0, 0, 0] })
    version = { specVersion: 1910, transactionVersion: 2 }
    const young = await read()
    expect(young).toMatchObject({ reads: 3, versions: [118, 7, 0, 0, 2, 0, 0, 0] })
    // Earlier results stay unchanged, and the chain rejects what it no longer runs.
    expect((await sendAndInclude(harness, await sign(old.built, wallet))).status.state).toBe('confirmed')
    const { extrinsic } = await sign(young.built, wallet, 1)
    expect(await broadcast(harness.rpc, extrinsic)).toMatchObject({ outcome: 'refused', reason: 'other' })
    await fake.stop()
  })

  test('metadata that could not be read is read again', async () => {
    const { address: from } = await harness.wallet()
    const rpc = createVaraRpc({ url: harness.url, timeoutMs: 300 })
    const again = () => codeOf(buildMessage(rpc, { from, destination: PROGRAM, payload: Buffer.of() }))
    for (const [kind, code] of [
      ['hang', 'timed_out'],
      ['html', 'malformed'],
      ['429', 'rate_limited'],
    ] as const) {
      harness.set({ kind, method: 'state_getMetadata', times: 1 })
      expect(await again()).toBe(code)
    }
    expect(await again()).toBe('no error')
  })
})

test.each([
  ['hang', 'timed_out'],
  ['lost', 'unavailable'],
  ['error', 'refused'],
  ['html', 'malformed'],
  ['429', 'rate_limited'],
] as const)('a node whose every response is: %s', async (kind, code) => {
  const { address: from } = await harness.wallet()
  harness.set({ kind })
  const rpc = createVaraRpc({ url: harness.url, timeoutMs: 300 })
  expect(await codeOf(buildMessage(rpc, { from, destination: PROGRAM, payload: Buffer.of() }))).toBe(code)
})
