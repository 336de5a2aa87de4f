import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { accountOf, type ChainAccount } from './account.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { type Holding, holdingOf } from './holdings.ts'
import type { LitesvmModule, Svm } from './native.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { refusalOf } from './rpc/error.ts'
import { accountKeysOf, type ParsedTransaction, parseTransaction } from './transaction.ts'

/** A transaction in a block, whose fee was charged; with `err` it had no other effect. */
export interface IncludedTransaction extends Outcome {
  transaction: ParsedTransaction
  slot: number
  /** Seconds since the epoch. */
  blockTime: number
  /** All accounts of the transaction: those of the message, then those of lookup tables. */
  keys: string[]
  loaded: { writable: string[]; readonly: string[] }
  /** The balances of the accounts before and after it, in the order of the keys. */
  before: Holding[]
  after: Holding[]
}

interface Simulated extends Outcome {
  /** The accounts after the simulation; only those that it writes to. */
  accounts: Map<string, ChainAccount | undefined>
}

export interface Chain {
  blocks: Blocks
  read: (key: PublicKey) => ChainAccount | undefined
  ownedBy: (program: PublicKey) => [PublicKey, ChainAccount][]
  /** The least lamports of an account with this many bytes. */
  rentMinimum: (bytes: number) => bigint
  /** Runs a transaction without storing it, and without the checks that are off. */
  simulate: (transaction: ParsedTransaction, checks: { signatures: boolean; blockhash: boolean }) => Simulated
  /**
   * Runs a transaction in a block of its own. Throws RpcError where no block could include it, or where preflight
   * fails.
   */
  submit: (transaction: ParsedTransaction, options: { preflight: boolean }) => IncludedTransaction
  /** Creates lamports, by a transaction of a faucet account. */
  airdrop: (to: PublicKey, lamports: bigint) => IncludedTransaction
  /** Undefined where no block includes it. */
  find: (signature: string) => IncludedTransaction | undefined
  /** All included transactions, oldest first. */
  all: () => Iterable<IncludedTransaction>
  onIncluded: (tell: (landed: IncludedTransaction) => void) => () => void
}

const FAUCET_FUNDS = 10n ** 18n
/** litesvm refuses transactions that it has stored; it stores more than can be included while a blockhash is valid. */
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

/** Runs a transaction and stores its effects. Throws where it is refused before a fee is charged. */
const run = (svm: Svm, transaction: ParsedTransaction, slot: number): IncludedTransaction => {
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

/** The included transactions by their ids. */
const createLedger = () => {
  const included = new Map<string, IncludedTransaction>()
  const listeners = new Set<(one: IncludedTransaction) => void>()
  return {
    add: (one: IncludedTransaction) => void included.set(one.transaction.signatures[0]!, one),
    announce: (one: IncludedTransaction) => {
      for (const notify of listeners) notify(one)
    },
    find: (signature: string) => included.get(signature),
    all: () => included.values(),
    onIncluded: (notify: (one: IncludedTransaction) => void) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}

const owned = (svm: Svm, program: PublicKey): [PublicKey, ChainAccount][] =>
  svm.getProgramAccounts(program.toBytes()).flatMap((each): [PublicKey, ChainAccount][] => {
    const account = accountOf(each.account())
    return account ? [[new PublicKey(each.address), account]] : []
  })

/** A chain around litesvm, which has accounts and programs, but neither blocks nor a history. */
export const createChain = (native: LitesvmModule): Chain => {
  const svm = new native.LiteSvm()
  svm.setTransactionHistory(REMEMBERED)
  const blocks = createBlocks(svm)
  const faucet = newFaucet(native, svm)
  const { add, announce, find, all, onIncluded } = createLedger()
  const check = (signatures: boolean, blockhash: boolean, { message }: ParsedTransaction) => {
    svm.setSigverify(signatures)
    // A blockhash that is not recent may be a durable nonce, which litesvm checks.
    svm.setBlockhashCheck(blockhash && blocks.lastValidHeight(message.recentBlockhash) === undefined)
  }
  const submit: Chain['submit'] = (transaction, { preflight }) => {
    if (find(transaction.signatures[0]!))
      throw refusalOf({ err: 'AlreadyProcessed', logs: [], units: 0, returnData: null, inner: [] })
    check(true, true, transaction)
    const simulated = preflight ? simulate(svm, transaction) : undefined
    if (simulated && simulated.err !== null) throw refusalOf(simulated)
    const included = run(svm, transaction, blocks.head().slot + 1)
    add(included)
    blocks.make()
    announce(included)
    return included
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
    onIncluded,
  }
}
