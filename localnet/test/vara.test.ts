import { Keyring, type ApiPromise } from '@polkadot/api'
import type { Codec } from '@polkadot/types/types'
import { u8aToHex } from '@polkadot/util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { devPhrase } from '../src/dev-accounts.ts'
import { varaDevAccount, type VaraNode } from '../src/vara/index.ts'
import { VARA } from '../src/vara/parameters.ts'
import { eventsOf, overHttp, send, startWorld, type Tx, type World } from './vara-client.ts'

const PROGRAM = `0x${'ab'.repeat(32)}`
const GAS = 5_000_000_000n

let world: World
let node: VaraNode
let api: ApiPromise
beforeAll(async () => {
  world = await startWorld()
  ;({ node, api } = world)
})
afterAll(() => world.stop())

type Call = (...args: unknown[]) => Tx
const gear = (name: 'sendMessage' | 'sendReply'): Call => api.tx.gear![name] as Call
const json = (codec: Codec | undefined) => codec?.toJSON()

describe('connecting', () => {
  test.each(['WebSocket', 'HTTP'])('over %s the chain is Vara, and its dev account is funded', async (kind) => {
    const client = kind === 'HTTP' ? await overHttp(node) : api
    expect(client.genesisHash.toHex()).toBe(node.genesisHash)
    expect(client.registry.chainSS58).toBe(137)
    expect([client.registry.chainTokens, client.registry.chainDecimals]).toEqual([['VARA'], [12]])
    expect(client.runtimeVersion.specName.toString()).toBe('vara')
    expect(client.registry.signedExtensions).toEqual([
      'StakingBlackList',
      'CheckNonZeroSender',
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'CheckWeight',
      'ChargeTransactionPayment',
      'CheckMetadataHash',
    ])
    const { data } = await client.query.system.account(varaDevAccount)
    expect(data.free.toBigInt()).toBe(10_000n * VARA)
  })

  test('what is free to spend is told, with no locks on it', async () => {
    const { availableBalance } = await api.derive.balances.all(varaDevAccount)
    expect(availableBalance.toBigInt()).toBe(10_000n * VARA)
  })

  test('the dev account is the phrase as polkadot.js derives it', () => {
    expect(new Keyring({ type: 'sr25519', ss58Format: 137 }).addFromMnemonic(devPhrase).address).toBe(varaDevAccount)
  })

  test('Gear has its calls under the numbers and with the arguments of Vara', () => {
    const { sendMessage, sendReply } = api.tx.gear!
    const args = (call: typeof sendMessage) =>
      call!.meta.args.map(({ name, type }) => `${name.toString()}: ${type.toString()}`)
    expect([...sendMessage!.callIndex]).toEqual([104, 3])
    expect([...sendReply!.callIndex]).toEqual([104, 4])
    const rest = ['payload: Bytes', 'gasLimit: u64', 'value: u128', 'keepAlive: bool']
    expect(args(sendMessage)).toEqual(['destination: GprimitivesActorId', ...rest])
    expect(args(sendReply)).toEqual(['replyToId: GprimitivesMessageId', ...rest])
    expect(json(api.consts.gearBank!.gasMultiplier)).toEqual({ valuePerGas: 100 })
  })

  test('the library knows every type of the metadata', () => {
    expect(() => api.runtimeMetadata.getUniqTypes(true)).not.toThrow()
    expect(api.runtimeMetadata.version).toBe(14)
  })
})

describe('transfers', () => {
  // The library foretells the fee of a signature of 64 bytes, and one of ecdsa has 65.
  test.each([
    ['sr25519', 0n],
    ['ed25519', 0n],
    ['ecdsa', 10_000_000n],
  ] as const)('one signed by %s moves planck and costs the fee foretold', async (type, more) => {
    const from = await world.account(100n, type)
    const to = await world.account()
    const tx = api.tx.balances.transferKeepAlive(to.address, 7n * VARA)
    const fee = (await tx.paymentInfo(from)).partialFee.toBigInt()
    const { result, statuses } = await send(tx, from, { tip: 5n })
    expect(statuses.filter((status) => status !== 'InBlock')).toEqual(['Ready', 'Finalized'])
    expect(node.balanceOf(to.address)).toBe(7n * VARA)
    expect(node.balanceOf(from.address)).toBe(93n * VARA - fee - more - 5n)
    expect(node.nonceOf(from.address)).toBe(1)
    expect(eventsOf(result)).toEqual([
      'balances.Withdraw',
      'system.NewAccount',
      'balances.Endowed',
      'balances.Transfer',
      'transactionPayment.TransactionFeePaid',
      'system.ExtrinsicSuccess',
    ])
  })

  test('over HTTP: submitted, then found in its block with its events', async () => {
    const client = await overHttp(node)
    const from = await world.account(100n)
    const to = await world.account()
    const height = (await client.rpc.chain.getHeader()).number.toNumber()
    const hash = await client.tx.balances.transferAllowDeath(to.address, VARA).signAndSend(from)
    await vi.waitUntil(() => node.balanceOf(to.address) === VARA, 30_000)
    const block = await client.rpc.chain.getBlockHash(height + 1)
    const { extrinsics } = (await client.rpc.chain.getBlock(block)).block
    expect(extrinsics.map((one) => one.hash.toHex())).toContain(hash.toHex())
    expect(extrinsics[0]!.method.section).toBe('timestamp')
    const events = await (await client.at(block)).query.system.events()
    expect(events.some(({ event }) => event.method === 'Transfer')).toBe(true)
  })

  test('one that cannot be carried out costs the fee and nothing else', async () => {
    const from = await world.account(10n)
    const to = await world.account()
    const { result } = await send(api.tx.balances.transferKeepAlive(to.address, 10n * VARA), from)
    expect(result.dispatchError?.toJSON()).toEqual({ token: 'FundsUnavailable' })
    expect(eventsOf(result)).toEqual([
      'balances.Withdraw',
      'transactionPayment.TransactionFeePaid',
      'system.ExtrinsicFailed',
    ])
    expect(node.balanceOf(to.address)).toBe(0n)
    expect(node.balanceOf(from.address)).toBeGreaterThan(9n * VARA)
    expect(node.nonceOf(from.address)).toBe(1)
  })

  test('accounts hold 1 VARA or are gone, with their nonce', async () => {
    const from = await world.account(10n)
    const to = await world.account()
    const dust = await send(api.tx.balances.transferKeepAlive(to.address, VARA - 1n), from)
    expect(dust.result.dispatchError?.toJSON()).toEqual({ token: 'BelowMinimum' })
    const left = node.balanceOf(from.address)
    const kept = await send(api.tx.balances.transferKeepAlive(to.address, left - VARA), from)
    expect(kept.result.dispatchError?.toJSON()).toEqual({ token: 'NotExpendable' })
    const { result } = await send(api.tx.balances.transferAll(to.address, false), from)
    expect(eventsOf(result)).toContain('system.KilledAccount')
    expect([node.balanceOf(from.address), node.nonceOf(from.address)]).toEqual([0n, 0])
    await expect(node.fund(from.address, VARA - 1n)).rejects.toThrow('An account must hold 1 VARA')
  })

  test('twenty at once from one account with nonces of their own all arrive', async () => {
    const from = await world.account(100n)
    const to = await world.account(1n)
    const first = (await api.rpc.system.accountNextIndex(from.address)).toNumber()
    const nonces = Array.from({ length: 20 }, (_, at) => first + at).toReversed()
    await Promise.all(nonces.map((nonce) => send(api.tx.balances.transferKeepAlive(to.address, VARA), from, { nonce })))
    expect(node.balanceOf(to.address)).toBe(21n * VARA)
    expect(node.nonceOf(from.address)).toBe(20)
  })

  test('the past can be read, and changes are told of', async () => {
    const from = await world.account(10n)
    const before = await api.rpc.chain.getFinalizedHead()
    const seen: bigint[] = []
    const stop = await api.query.system.account(from.address, ({ data }) => void seen.push(data.free.toBigInt()))
    await send(api.tx.system.remark('0x01'), from)
    await vi.waitUntil(() => seen.length === 2, 30_000)
    stop()
    expect(seen).toEqual([10n * VARA, node.balanceOf(from.address)])
    const past = await (await api.at(before)).query.system.account(from.address)
    expect(past.data.free.toBigInt()).toBe(10n * VARA)
    const accounts = await api.query.system.account.entries()
    expect(accounts.map(([key]) => key.args[0].toString())).toContain(from.address)
  })
})

describe('Gear messages', () => {
  test('what is sent is decoded, queued under the id of its event, and its value moves', async () => {
    const from = await world.account(100n)
    const { result } = await send(gear('sendMessage')(PROGRAM, '0x00ff', GAS, 3n * VARA, true), from)
    const queued = result.events.find(({ event }) => event.method === 'MessageQueued')!.event.data
    const message = node.messages().at(-1)!
    expect(message).toEqual({
      id: queued[0]!.toHex(),
      source: from.address,
      destination: PROGRAM,
      payload: '0x00ff',
      gasLimit: GAS,
      value: 3n * VARA,
      kind: 'send',
      blockHash: result.status.asFinalized.toHex(),
    })
    expect(queued.toJSON()).toEqual([message.id, from.address, PROGRAM, { handle: null }])
    expect(node.balanceOf(PROGRAM)).toBe(3n * VARA)
  })

  test('a long payload, whose hash is what is signed, arrives whole', async () => {
    const from = await world.account(10n)
    const payload = `0x${'5a'.repeat(5_000)}`
    await send(gear('sendMessage')(PROGRAM, payload, GAS, 0, true), from)
    expect(node.messages().at(-1)?.payload).toBe(payload)
  })

  test('a message is replied to once', async () => {
    const from = await world.account(100n)
    await send(gear('sendMessage')(PROGRAM, '0x', GAS, 0, true), from)
    const { id } = node.messages().at(-1)!
    const { result } = await send(gear('sendReply')(id, '0x01', GAS, 0, true), from)
    expect(node.messages().at(-1)).toMatchObject({ kind: 'reply', replyTo: id, destination: PROGRAM, payload: '0x01' })
    expect(result.events.find(({ event }) => event.method === 'MessageQueued')?.event.data[3]?.toJSON()).toEqual({
      reply: id,
    })
    const again = await send(gear('sendReply')(id, '0x01', GAS, 0, true), from)
    const error = api.registry.findMetaError(again.result.dispatchError!.asModule)
    expect(`${error.section}.${error.name}`).toBe('gear.MessageNotFound')
  })

  test('gas must be affordable, and enough for the value to arrive', async () => {
    const from = await world.account(2n)
    const errorOf = async (gasLimit: bigint) => {
      const { result } = await send(gear('sendMessage')(PROGRAM, '0x', gasLimit, 0, true), from)
      return result.dispatchError && api.registry.findMetaError(result.dispatchError.asModule).name
    }
    expect(await errorOf(10_000_000_000n)).toBe('InsufficientBalance')
    expect(await errorOf(750_000_000_001n)).toBe('GasLimitTooHigh')
    const before = node.balanceOf(PROGRAM)
    const rich = await world.account(100n)
    await send(gear('sendMessage')(PROGRAM, '0x', 1n, VARA, true), rich)
    expect(node.balanceOf(PROGRAM)).toBe(before)
  })

  test('gas is foretold under the names of the Gear node', async () => {
    const source = u8aToHex((await world.account()).publicKey)
    const { calculateHandleGas, calculateReplyGas } = (
      api.rpc as unknown as { gear: Record<string, (...args: unknown[]) => Promise<Codec>> }
    ).gear
    const handle = await calculateHandleGas!(source, PROGRAM, '0x0102', 0, true)
    expect(handle.toJSON()).toEqual({
      min_limit: 1_000_200_000,
      reserved: 0,
      burned: 1_000_200_000,
      may_be_returned: 0,
      waited: false,
    })
    expect((await calculateReplyGas!(source, PROGRAM, '0x0102', 0, true)).toJSON()).toEqual(handle.toJSON())
    await expect(calculateHandleGas!(source, '0x01', '0x', 0, true)).rejects.toThrow('Expected input with 32 bytes')
  })
})
