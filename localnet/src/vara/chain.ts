import { compactAddLength, hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto'
import { accountIn, credit, type Emit } from './accounts.ts'
import { applyExtrinsic } from './dispatch.ts'
import { encodeEvents, event, type EventRecord, type Phase } from './events.ts'
import type { Extrinsic, Signed } from './extrinsic.ts'
import { inherentInfo } from './fees.ts'
import type { VaraMessage } from './gear.ts'
import { BLOCK_HASH_COUNT, EXISTENTIAL_DEPOSIT } from './parameters.ts'
import { encode } from './runtime.ts'
import {
  createHistory,
  layerOver,
  put,
  stateRootOf,
  storageKey,
  type Changes,
  type Layer,
  type View,
} from './storage.ts'

export interface Header {
  parentHash: string
  number: string
  stateRoot: string
  extrinsicsRoot: string
  digest: { logs: string[] }
}

export interface Block {
  number: number
  hash: string
  header: Header
  /** In hex, the inherent one first. */
  extrinsics: string[]
  changes: Changes
}

export type SignedExtrinsic = Extrinsic & { signed: Signed & { signer: string } }

const NO_PARENT = `0x${'00'.repeat(32)}`
const digestOf = (bytes: Uint8Array): string => u8aToHex(blake2AsU8a(bytes))
const listRoot = (extrinsics: string[]): string => digestOf(u8aConcat(...extrinsics.map((hex) => hexToU8a(hex))))

const seal = (number: number, parent: Block | undefined, extrinsics: string[], changes: Changes): Block => {
  const parentHash = parent?.hash ?? NO_PARENT
  const stateRoot = stateRootOf(parent?.header.stateRoot ?? NO_PARENT, changes)
  const header = { parentHash, stateRoot, extrinsicsRoot: listRoot(extrinsics), digest: { logs: [] } }
  const hash = digestOf(encode('Header', { ...header, number }))
  return { number, hash, header: { ...header, number: `0x${number.toString(16)}` }, extrinsics, changes }
}

/** https://paritytech.github.io/polkadot-sdk/master/pallet_timestamp/index.html: what every block begins with. */
const timestampExtrinsic = (now: number): string =>
  u8aToHex(compactAddLength(u8aConcat([0x04, 1, 0], encode('Compact<u64>', now))))

interface ChainOptions {
  /** Accounts by their ids in hex, with what they have in planck. */
  endowed: Record<string, bigint>
  /** Makes another genesis with the same accounts. */
  salt?: string
}

/** Gives the extrinsics of a block, each after the one before was applied. */
type Choose = (layer: Layer) => Iterable<SignedExtrinsic>
/** What a block does before its extrinsics. */
type Before = (layer: Layer, emit: Emit) => void

interface NextBlock {
  number: number
  parent: string
  /** Messages to programs so far; those of this block are added. */
  queued: Omit<VaraMessage, 'blockHash'>[]
}

const begin = (layer: Layer, { number, parent }: NextBlock, now: number): void => {
  put(layer, ['System', 'Number'], number)
  put(layer, ['System', 'ParentHash'], parent)
  put(layer, ['System', 'BlockHash', number - 1], parent)
  // Genesis stays: what never ends is signed over it.
  const forgotten = number - 1 - BLOCK_HASH_COUNT
  if (forgotten > 0) put(layer, ['System', 'BlockHash', forgotten], undefined)
  put(layer, ['Timestamp', 'Now'], now)
}

/** Does to the state what a block does; returns the block's extrinsics in hex. */
const execute = (layer: Layer, block: NextBlock, choose: Choose, before?: Before): string[] => {
  const now = Date.now()
  const records: EventRecord[] = []
  const emitIn = (phase: Phase) => (event: Uint8Array) => void records.push({ phase, event })
  begin(layer, block, now)
  before?.(layer, emitIn('Initialization'))
  const extrinsics = [timestampExtrinsic(now)]
  emitIn({ ApplyExtrinsic: 0 })(event('System', 'ExtrinsicSuccess', { dispatchInfo: inherentInfo }))
  for (const extrinsic of choose(layer)) {
    const emit = emitIn({ ApplyExtrinsic: extrinsics.length })
    const { number, queued: messages } = block
    applyExtrinsic({ layer, signer: extrinsic.signed.signer, number, emit, messages }, extrinsic)
    extrinsics.push(extrinsic.hex)
  }
  layer.write(storageKey('System', 'Events'), u8aToHex(encodeEvents(records)))
  put(layer, ['System', 'EventCount'], records.length)
  return extrinsics
}

/** What the first block holds. */
const genesisOf = ({ endowed, salt }: ChainOptions): Changes => {
  const layer = layerOver({ read: () => undefined })
  for (const [id, amount] of Object.entries(endowed)) credit(layer, id, amount, () => {})
  if (salt) layer.write('salt', salt)
  return layer.changes
}

/** Adds to a balance. */
const depositTo =
  (id: string, amount: bigint): Before =>
  (layer, emit) => {
    credit(layer, id, amount, emit)
    emit(event('Balances', 'Deposit', { who: id, amount }))
  }

/** A chain without forks whose blocks are final as they are made. It takes what it is given: check it before. */
export const createChain = (options: ChainOptions) => {
  const history = createHistory()
  const blocks: Block[] = []
  const byHash = new Map<string, Block>()
  const messages: VaraMessage[] = []
  const listeners = new Set<(block: Block) => void>()
  const head = (): Block => blocks.at(-1)!
  const view = (block: Block = head()): View => history.at(block.number)

  const add = (extrinsics: string[], changes: Changes): Block => {
    const block = seal(blocks.length, blocks.at(-1), extrinsics, changes)
    history.commit(block.number, changes)
    blocks.push(block)
    byHash.set(block.hash, block)
    return block
  }

  add([], genesisOf(options))

  /** Makes the next block of those extrinsics, which must be valid one after the other, and what `before` does. */
  const makeBlock = (choose: Choose, before?: Before): Block => {
    const layer = layerOver(view())
    const queued: Omit<VaraMessage, 'blockHash'>[] = [...messages]
    const extrinsics = execute(layer, { number: blocks.length, parent: head().hash, queued }, choose, before)
    const block = add(extrinsics, layer.changes)
    messages.push(...queued.slice(messages.length).map((message) => ({ ...message, blockHash: block.hash })))
    for (const listen of listeners) listen(block)
    return block
  }

  return {
    genesisHash: head().hash,
    blocks,
    messages,
    head,
    view,
    blockOf: (hash: string) => byHash.get(hash),
    keysAt: (block: Block) => history.keysAt(block.number),
    makeBlock,
    /** Adds to a balance, in a block of its own. */
    fund: (id: string, amount: bigint): Block => {
      if (accountIn(view(), id).free + amount < EXISTENTIAL_DEPOSIT) throw new Error('An account must hold 1 VARA')
      return makeBlock(() => [], depositTo(id, amount))
    },
    /** Tells of every block from now on; returns how to end that. */
    onBlock: (listener: (block: Block) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Chain = ReturnType<typeof createChain>
