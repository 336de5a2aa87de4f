import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Transaction } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Custody } from '../custody.ts'
import { addKeyringKey } from '../kek/keyring.ts'
import type { StoredWallet } from '../wallets/wallet-signer.ts'
import { newWallets } from '../testing.ts'
import { connectCustody } from './connect.ts'
import { createConnection } from './connection.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { type Signer, startTestSigner } from './signer.testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let signer: Signer
let custody: Custody
beforeAll(async () => {
  signer = await startTestSigner()
  custody = connectCustody(signer.path)
})
afterAll(async () => {
  await custody.close()
  await signer.stop()
})

test('every call of custody works over the socket', async () => {
  expect(await custody.status()).toEqual({
    backend: 'local',
    current: 'local:1',
    ids: ['local:1'],
    hasLegacySalt: false,
  })
  const scope = { owner: 'app', appId: randomUUID() } as const
  const row = await custody.newDataKey(scope)
  expect(await custody.openDataKey(scope, row)).toHaveLength(32)
  expect(await custody.opens(scope, row)).toBe(true)
  const canary = await custody.makeCanary()
  await custody.checkCanary(canary)
  await expect(custody.checkCanary({ ...canary, sealed: Buffer.alloc(61) })).rejects.toMatchObject({
    code: 'canary_mismatch',
  })
  await expect(custody.sealLegacyWallets({ appId: 'a', userId: 'b' })).rejects.toMatchObject({
    code: 'legacy_off',
  })
})

test('signs an EVM transaction with bigints as ethers does', async () => {
  const owner = { appId: randomUUID(), userId: randomUUID() }
  const { wallets, kekId, wrappedKey } = await newWallets(custody, owner)
  const { address, sealedSecret } = wallets.find(({ chain }) => chain === 'ethereum')!
  const wallet: StoredWallet = { owner, chain: 'ethereum', kekId, wrappedKey, sealedSecret }
  const signed = await custody.wallets.evmTransaction(wallet, {
    chainId: 56,
    nonce: 3,
    to: newEthereumAddress(),
    value: 10n ** 24n,
    data: `0x${'ab'.repeat(60_000)}`,
    gasLimit: 21_000n,
    fees: { maxFeePerGas: 3n, maxPriorityFeePerGas: 1n },
  })
  const read = Transaction.from(`0x${Buffer.from(signed).toString('hex')}`)
  expect([read.from, read.value, read.chainId]).toEqual([address, 10n ** 24n, 56n])
})

test('rotates and retires keys, with the database queried in between', async () => {
  const scope = { owner: 'server' } as const
  const row = await custody.newDataKey(scope)
  expect(await custody.addKey()).toBe('local:2')
  expect((await custody.makeCanary('local:2')).kekId).toBe('local:2')
  await custody.makeCurrent('local:2')
  // Nothing is wrapped under a new key before its canary is stored, which `activate` confirms.
  expect((await custody.newDataKey(scope)).kekId).toBe('local:1')
  expect((await custody.reload()).kekId).toBe('local:2')
  await custody.activate('local:1')
  await custody.activate('local:2')
  expect((await custody.newDataKey(scope)).kekId).toBe('local:2')
  expect((await custody.rewrap(scope, row)).kekId).toBe('local:2')

  await expect(custody.retire('local:1', async () => false)).rejects.toMatchObject({ code: 'kek_in_use' })
  await expect(
    custody.retire('local:1', async () => {
      throw new Error('the database is unavailable')
    }),
  ).rejects.toThrow('the database is unavailable')
  await expect(custody.retire('local:2', async () => true)).rejects.toMatchObject({ code: 'kek_in_use' })
  expect((await custody.status()).ids).toEqual(['local:1', 'local:2'])
  // During the query, no other process changes the keyring.
  await custody.retire('local:1', async () => {
    await expect(custody.addKey()).rejects.toMatchObject({ code: 'keyring_locked' })
    return true
  })
  expect((await custody.status()).ids).toEqual(['local:2'])
  await expect(custody.openDataKey(scope, row)).rejects.toMatchObject({ code: 'kek_unknown' })
})

test('a row with a key that another server just added to the keyring makes the signer load it', async () => {
  const other = connectCustody(signer.path)
  const id = await addKeyringKey(signer.keyringFile)
  expect((await other.status()).ids).not.toContain(id)
  await expect(
    other.openDataKey({ owner: 'server' }, { kekId: id, wrappedKey: Buffer.alloc(61, 1) }),
  ).rejects.toMatchObject({ code: 'unseal_failed' })
  expect((await other.status()).ids).toContain(id)
  await other.close()
})

test('a request waits for a signer that is starting', async () => {
  const path = signer.path.replace('signer.sock', 'late.sock')
  const connection = createConnection(path)
  const asked = connection.ask('status', [], 60_000)
  await pause(300)
  const own = await startTestSigner()
  const late = createServer((socket) => {
    const there = connect(own.path)
    socket.pipe(there).pipe(socket)
    socket.on('close', () => there.destroy())
  })
  await new Promise<void>((done) => late.listen(path, done))
  expect(await asked).toMatchObject({ current: 'local:1' })
  connection.close()
  await new Promise((done) => late.close(done))
  await rm(path, { force: true })
  await own.stop()
})

test('a request with a lost response fails and is not sent again, since it may have been executed', async () => {
  const path = signer.path.replace('signer.sock', 'dying.sock')
  const asked: string[] = []
  const dying = createServer((socket) => {
    const read = frameReader((message) => {
      const { id, call } = message as { id: number; call: string }
      asked.push(call)
      if (call === 'status') socket.write(encodeFrame({ id, answer: 'alive' }))
      else socket.destroy()
    })
    socket.on('data', read)
  })
  await new Promise<void>((done) => dying.listen(path, done))
  const connection = createConnection(path)
  await expect(connection.ask('wallets.solanaMessage', [], 5000)).rejects.toMatchObject({ code: 'signer_unavailable' })
  expect(await connection.ask('status', [], 5000)).toBe('alive')
  expect(asked).toEqual(['wallets.solanaMessage', 'status'])
  connection.close()
  await new Promise((done) => dying.close(done))
})

test('a missing signer, an unresponsive one and a stopping one are distinguished from a refusal', async () => {
  const nowhere = connectCustody('/nowhere/signer.sock')
  await expect(nowhere.status()).rejects.toMatchObject({ code: 'signer_unavailable' })
  const path = signer.path.replace('signer.sock', 'silent.sock')
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(path, done))
  const connection = createConnection(path)
  await expect(connection.ask('status', [], 200)).rejects.toMatchObject({
    code: 'signer_unavailable',
    message: expect.stringContaining('0.2 seconds'),
  })
  const asked = connection.ask('status', [], 5000)
  await pause(50)
  connection.close()
  await expect(asked).rejects.toMatchObject({ code: 'signer_unavailable' })
  await expect(connection.ask('status', [], 5000)).rejects.toMatchObject({ code: 'signer_unavailable' })
  silent.close()
})
