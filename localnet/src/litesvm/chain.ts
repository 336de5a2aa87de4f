import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { accountOf, type ChainAccount } from './account.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { type Holding, holdingOf } from './holdings.ts'
import type { LitesvmModule, Svm } from './native.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { refusalOf } from './rpc/error.ts'
import { accountKeysOf, type ParsedTransaction, parseTransaction } from './transaction.ts'

/** A transaction that a block has, with its fee taken; `err` where that is all that it did. */
export interface Landed extends Outcome {
  transaction: ParsedTransaction
  slot: number
  /** Seconds since the epoch. */
  blockTime: number
  /** Every account that it names: those of the message, then those that lookup tables name. */
  keys: string[]
  loaded: { writable: string[]; readonly: string[] }
  /** What the accounts held before and after it, in the order of the keys. */
  before: Holding[]
  after: Holding[]
}

export interface Simulated extends Outcome {
  /** As they would be; those that it does not write to are not among them. */
  accounts: Map<string, ChainAccount | undefined>
}

export interface Chain {
  blocks: Blocks
  read: (key: PublicKey) => ChainAccount | undefined
  ownedBy: (program: PublicKey) => [PublicKey, ChainAccount][]
  /** Lamports that an account of so many bytes must hold. */
  rentMinimum: (bytes: number) => bigint
  /** Runs a transaction and forgets it; without the checks that are off. */
  simulate: (transaction: ParsedTransaction, checks: { signatures: boolean; blockhash: boolean }) => Simulated
  /** Runs a transaction in a block of its own. Throws RpcError where no block could have it, or where preflight fails. */
  submit: (transaction: ParsedTransaction, options: { preflight: boolean }) => Landed
  /** Sends lamports out of nowhere, by a transaction like any other. */
  airdrop: (to: PublicKey, lamports: bigint) => Landed
  /** Undefined where no block has it. */
  find: (signature: string) => Landed | undefined
  /** All that landed, oldest first. */
  all: () => Iterable<Landed>
  onLanded: (tell: (landed: Landed) => void) => () => void
}

const FAUCET_FUNDS = 10n ** 18n
/** litesvm refuses what it remembers; more than can land while a blockhash counts. */
const REMEMBERED = 1000n

const reader =
  (svm: Svm) =>
  (key: PublicKey): ChainAccount | undefined =>
    accountOf(svm.getAccount(key.toBytes()))

const keysIn = ({ message }: ParsedTransaction, read: (key: PublicKey) => ChainAccount | undefined) => {
  const keys = accountKeysOf(message, (table) => read(new PublicKey(table))?.data)
  const loaded = keys.accountKeysFromLookups ?? { writable: [], readonly: [] }
  const text = (some: PublicKey[]) => some.map((key) => key.toBase58())
  return {
    all: keys.keySegments().flat(),
    loaded: { writable: text(loaded.writable), readonly: text(loaded.readonly) },
  }
}

const simulate = (svm: Svm, transaction: ParsedTransaction): Simulated => {
  const result = svm.simulateVersionedTransaction(transaction.bytes)
  const accounts = new Map(
    'err' in result
      ? []
      : result.postAccounts().map((each) => [new PublicKey(each.address).toBase58(), accountOf(each.account())]),
  )
  return { ...outcomeOf('err' in result ? result : result.meta()), accounts }
}

/** Runs it for good. Throws where it is refused rather than failed: then nobody paid for it. */
const run = (svm: Svm, transaction: ParsedTransaction, slot: number): Landed => {
  const read = reader(svm)
  const { all, loaded } = keysIn(transaction, read)
  const holdings = () => all.map((key) => holdingOf(key, read))
  const before = holdings()
  const result = svm.sendVersionedTransaction(transaction.bytes)
  const outcome = outcomeOf(result)
  const meta = 'err' in result ? result.meta() : result
  if (outcome.err !== null && svm.getTransaction(meta.signature()) === null) throw refusalOf(outcome)
  const keys = all.map((key) => key.toBase58())
  const blockTime = Math.floor(Date.now() / 1000)
  return { ...outcome, transaction, slot, blockTime, keys, loaded, before, after: holdings() }
}

const newFaucet = ({ Account }: LitesvmModule, svm: Svm): Keypair => {
  const faucet = Keypair.generate()
  const account = new Account(FAUCET_FUNDS, new Uint8Array(), SystemProgram.programId.toBytes(), false, 0n)
  svm.setAccount(faucet.publicKey.toBytes(), account)
  return faucet
}

const airdropFrom = (faucet: Keypair, recentBlockhash: string, toPubkey: PublicKey, lamports: bigint) => {
  const instructions = [SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey, lamports })]
  const message = new TransactionMessage({ payerKey: faucet.publicKey, recentBlockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToLegacyMessage())
  transaction.sign([faucet])
  return parseTransaction(transaction.serialize())
}

/** What landed, by its id. */
const createLedger = () => {
  const landed = new Map<string, Landed>()
  const listeners = new Set<(one: Landed) => void>()
  return {
    add: (one: Landed) => void landed.set(one.transaction.signatures[0]!, one),
    announce: (one: Landed) => {
      for (const tell of listeners) tell(one)
    },
    find: (signature: string) => landed.get(signature),
    all: () => landed.values(),
    onLanded: (tell: (one: Landed) => void) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}

const owned = (svm: Svm, program: PublicKey): [PublicKey, ChainAccount][] =>
  svm.getProgramAccounts(program.toBytes()).flatMap((each): [PublicKey, ChainAccount][] => {
    const account = accountOf(each.account())
    return account ? [[new PublicKey(each.address), account]] : []
  })

/** A chain around litesvm, which has accounts and programs, but neither blocks nor a past. */
export const createChain = (native: LitesvmModule): Chain => {
  const svm = new native.LiteSvm()
  svm.setTransactionHistory(REMEMBERED)
  const blocks = createBlocks(svm)
  const faucet = newFaucet(native, svm)
  const { add, announce, find, all, onLanded } = createLedger()
  const check = (signatures: boolean, blockhash: boolean, { message }: ParsedTransaction) => {
    svm.setSigverify(signatures)
    // What is no recent blockhash may be a durable nonce, which litesvm knows.
    svm.setBlockhashCheck(blockhash && blocks.lastValidHeight(message.recentBlockhash) === undefined)
  }
  const submit: Chain['submit'] = (transaction, { preflight }) => {
    if (find(transaction.signatures[0]!))
      throw refusalOf({ err: 'AlreadyProcessed', logs: [], units: 0, returnData: null, inner: [] })
    check(true, true, transaction)
    const dry = preflight ? simulate(svm, transaction) : undefined
    if (dry && dry.err !== null) throw refusalOf(dry)
    const landed = run(svm, transaction, blocks.head().slot + 1)
    add(landed)
    blocks.make()
    announce(landed)
    return landed
  }
  return {
    blocks,
    read: reader(svm),
    ownedBy: (program) => owned(svm, program),
    rentMinimum: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    simulate: (transaction, { signatures, blockhash }) => {
      check(signatures, blockhash, transaction)
      return simulate(svm, transaction)
    },
    submit,
    airdrop: (to, lamports) => submit(airdropFrom(faucet, blocks.head().blockhash, to, lamports), { preflight: true }),
    find,
    all,
    onLanded,
  }
}
