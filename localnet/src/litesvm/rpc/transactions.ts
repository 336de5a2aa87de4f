import { base58Decode } from '@polkadot/util-crypto'
import type { Chain, IncludedTransaction } from '../chain.ts'
import { keyOf, type ParsedTransaction, parseTransaction } from '../transaction.ts'
import { accountJson } from './account-data.ts'
import { invalidParams, RpcError } from './error.ts'
import { integerOf, keysOf, listOf, type Method, optionsOf, textOf, withContext } from './method.ts'
import { confirmationOf, innerJson, returnDataJson, statusOf, transactionJson } from './transaction-json.ts'

/** https://solana.com/docs/rpc/http/getsignaturestatuses, …/getsignaturesforaddress */
const MAX_SIGNATURES = 256
const MAX_HISTORY = 1000

/** Base58 by default. */
const transactionOf = (param: unknown, encoding: unknown = 'base58'): ParsedTransaction => {
  const text = textOf(param, 'The transaction')
  if (encoding === 'base64') return parseTransaction(Buffer.from(text, 'base64'))
  if (encoding !== 'base58') throw invalidParams(`unsupported encoding: ${String(encoding)}`)
  try {
    return parseTransaction(base58Decode(text))
  } catch (error) {
    throw error instanceof RpcError ? error : invalidParams('invalid base58 encoding')
  }
}

const simulateTransaction: Method = (chain, [text, params]) => {
  const options = optionsOf(params)
  const { sigVerify = false, replaceRecentBlockhash = false } = options
  if (sigVerify && replaceRecentBlockhash) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  const transaction = transactionOf(text, options.encoding)
  const wanted = optionsOf(options.accounts)
  const keys = keysOf(wanted.addresses ?? [], transaction.message.staticAccountKeys.length + MAX_SIGNATURES)
  const checks = { signatures: sigVerify === true, blockhash: replaceRecentBlockhash !== true }
  const result = chain.simulate(transaction, checks)
  const { err, logs, units, accounts } = result
  const { blockhash } = chain.blocks.head()
  const after = keys.map((key) => {
    const address = key.toBase58()
    return accountJson(chain, key, accounts.has(address) ? accounts.get(address) : chain.read(key), wanted)
  })
  return withContext(chain, {
    err,
    logs,
    unitsConsumed: units,
    accounts: options.accounts === undefined || err !== null ? null : after,
    returnData: returnDataJson(result.returnData),
    innerInstructions: options.innerInstructions === true ? innerJson(result.inner) : null,
    replacementBlockhash: replaceRecentBlockhash
      ? { blockhash, lastValidBlockHeight: chain.blocks.lastValidHeight(blockhash) }
      : null,
  })
}

const statusJson = (chain: Chain, { slot, err }: IncludedTransaction) => {
  const confirmationStatus = confirmationOf(chain, slot)
  const confirmations = confirmationStatus === 'finalized' ? null : chain.blocks.head().slot - slot
  return { slot, confirmations, err, status: statusOf(err), confirmationStatus }
}

/** A page from the newest on: after `before`, up to `until`, both exclusive. */
const pageOf = (entries: IncludedTransaction[], before: unknown, until: unknown): IncludedTransaction[] => {
  const at = (signature: unknown) => entries.findIndex(({ transaction }) => transaction.signatures[0] === signature)
  const from = before === undefined || before === null ? 0 : at(before) + 1
  const to = until === undefined || until === null ? -1 : at(until)
  if (from === 0 && before) return []
  return entries.slice(from, to < 0 ? undefined : to)
}

const getSignaturesForAddress: Method = (chain, [address, params]) => {
  const key = keyOf(address).toBase58()
  const { limit = MAX_HISTORY, before, until } = optionsOf(params)
  if (integerOf(limit, 'limit') < 1 || Number(limit) > MAX_HISTORY)
    throw invalidParams(`Invalid limit; max ${MAX_HISTORY}`)
  const newestFirst = [...chain.all()].filter(({ keys }) => keys.includes(key)).toReversed()
  return pageOf(newestFirst, before, until)
    .slice(0, Number(limit))
    .map(({ transaction, slot, blockTime, err }) => ({
      signature: transaction.signatures[0],
      slot,
      blockTime,
      err,
      memo: null,
      confirmationStatus: confirmationOf(chain, slot),
    }))
}

const getTransaction: Method = (chain, [signature, params]) => {
  // A node also accepts the encoding alone in place of the options.
  const options = typeof params === 'string' ? { encoding: params } : optionsOf(params)
  const included = chain.find(textOf(signature, 'The signature'))
  if (!included) return null
  const { version } = included.transaction.message
  if (version !== 'legacy' && options.maxSupportedTransactionVersion === undefined) {
    const hint = 'Please set the configuration parameter "maxSupportedTransactionVersion" to 0'
    throw new RpcError(-32_015, `Transaction version (${version}) is not supported by the requesting client. ${hint}`)
  }
  return transactionJson(included, options.encoding ?? undefined)
}

/** Sending and simulating transactions, and reading their status. */
export const transactionMethods: Record<string, Method> = {
  sendTransaction: (chain, [text, params]) => {
    const { encoding, skipPreflight } = optionsOf(params)
    const transaction = transactionOf(text, encoding)
    return chain.submit(transaction, { preflight: skipPreflight !== true }).transaction.signatures[0]
  },
  simulateTransaction,
  requestAirdrop: (chain, [address, lamports]) =>
    chain.airdrop(keyOf(address), BigInt(integerOf(lamports, 'lamports'))).transaction.signatures[0],
  getSignatureStatuses: (chain, [signatures]) => {
    const wanted = listOf(signatures, 'Signatures', MAX_SIGNATURES).map((each) => textOf(each, 'A signature'))
    const included = wanted.map((signature) => chain.find(signature))
    return withContext(
      chain,
      included.map((each) => (each ? statusJson(chain, each) : null)),
    )
  },
  getSignaturesForAddress,
  getTransaction,
}
