import { base58Encode } from '@polkadot/util-crypto'
import type { VersionedMessage } from '@solana/web3.js'
import type { Chain, IncludedTransaction } from '../chain.ts'
import type { Holding } from '../holdings.ts'
import type { Outcome } from '../outcome.ts'
import { uiAmountOf } from '../tokens.ts'
import { invalidParams } from './error.ts'

/** Every block is confirmed, since there is only one node. */
export const confirmationOf = ({ blocks }: Chain, slot: number): 'finalized' | 'confirmed' =>
  slot <= blocks.finalSlot() ? 'finalized' : 'confirmed'

/** The outcome as `meta.status` has it: `{Ok: null}` or `{Err}`. */
export const statusOf = (err: Outcome['err']) => (err === null ? { Ok: null } : { Err: err })

/** A program's return data, with the data in base64; undefined or null if there is none. */
export const returnDataJson = (returnData: Outcome['returnData']) =>
  returnData && {
    programId: base58Encode(returnData.programId),
    data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
  }

/** Inner instructions by the index of the outer one, with their data in base58. */
export const innerJson = (inner: Outcome['inner']) =>
  inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((each) => ({ ...each, data: base58Encode(each.data) })),
  }))

const tokenBalances = (holdings: Holding[]) =>
  holdings.flatMap(({ token }, accountIndex) => {
    if (!token) return []
    const { amount, decimals, ...rest } = token
    return [{ accountIndex, ...rest, uiTokenAmount: uiAmountOf(amount, decimals) }]
  })

const sum = (holdings: Holding[]): bigint => holdings.reduce((total, { lamports }) => total + lamports, 0n)

const metaOf = (included: IncludedTransaction, encoding: unknown) => {
  const { err, before, after, loaded, keys } = included
  const inner = innerJson(included.inner)
  const innerByAddress = () => inner.map((each) => ({ ...each, instructions: each.instructions.map(byAddress(keys)) }))
  return {
    err,
    status: statusOf(err),
    // The fee is the difference of all balances: no other lamports leave the accounts.
    fee: Number(sum(before) - sum(after)),
    preBalances: before.map(({ lamports }) => Number(lamports)),
    postBalances: after.map(({ lamports }) => Number(lamports)),
    preTokenBalances: tokenBalances(before),
    postTokenBalances: tokenBalances(after),
    innerInstructions: encoding === 'jsonParsed' ? innerByAddress() : inner,
    logMessages: included.logs,
    loadedAddresses: loaded,
    rewards: [],
    computeUnitsConsumed: included.units,
    ...(included.returnData && { returnData: returnDataJson(included.returnData) }),
  }
}

interface Instruction {
  programIdIndex: number
  accounts: number[]
  data: string
  stackHeight: number
}

/**
 * An instruction with its accounts' addresses in place of their indexes, as JSON-RPC answers instructions that it
 * cannot parse.
 */
const byAddress =
  (keys: string[]) =>
  ({ programIdIndex, accounts, data, stackHeight }: Instruction) => ({
    programId: keys[programIdIndex],
    accounts: accounts.map((index) => keys[index]),
    data,
    stackHeight,
  })

const instructionsOf = (message: VersionedMessage) =>
  message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    programIdIndex,
    accounts: accountKeyIndexes,
    data: base58Encode(data),
    stackHeight: 1,
  }))

const lookupsOf = (message: VersionedMessage) =>
  message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes,
    readonlyIndexes,
  }))

const messageJson = ({ transaction: { message } }: IncludedTransaction) => ({
  header: message.header,
  accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
  recentBlockhash: message.recentBlockhash,
  instructions: instructionsOf(message),
  ...(message.version !== 'legacy' && { addressTableLookups: lookupsOf(message) }),
})

/** The form of jsonParsed, without parsed instructions. */
const parsedMessage = ({ transaction: { message }, keys }: IncludedTransaction) => ({
  accountKeys: keys.map((pubkey, index) => ({
    pubkey,
    signer: message.isAccountSigner(index),
    writable: message.isAccountWritable(index),
    source: index < message.staticAccountKeys.length ? 'transaction' : 'lookupTable',
  })),
  recentBlockhash: message.recentBlockhash,
  instructions: instructionsOf(message).map(byAddress(keys)),
  ...(message.version !== 'legacy' && { addressTableLookups: lookupsOf(message) }),
})

/** A transaction as getTransaction answers it: https://solana.com/docs/rpc/http/gettransaction */
export const transactionJson = (included: IncludedTransaction, encoding: unknown = 'json') => {
  const { bytes, signatures, message } = included.transaction
  const encodings: Record<string, () => unknown> = {
    json: () => ({ signatures, message: messageJson(included) }),
    jsonParsed: () => ({ signatures, message: parsedMessage(included) }),
    base64: () => [Buffer.from(bytes).toString('base64'), 'base64'],
    base58: () => [base58Encode(bytes), 'base58'],
  }
  const encode = encodings[String(encoding)]
  if (!encode) throw invalidParams(`Invalid params: the encoding ${String(encoding)} is not known here`)
  const { slot, blockTime } = included
  return { slot, blockTime, version: message.version, transaction: encode(), meta: metaOf(included, encoding) }
}
