import {
  AddressLookupTableAccount,
  MessageAccountKeys,
  PublicKey,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { base58Encode } from '@polkadot/util-crypto'
import { invalidParams } from './rpc/error.ts'

/** The most bytes that fit into a packet: https://solana.com/docs/core/transactions */
const MAX_BYTES = 1232

export interface ParsedTransaction {
  bytes: Uint8Array
  /** Base58; the first is the transaction's id. */
  signatures: string[]
  message: VersionedMessage
}

/**
 * Parses a serialized transaction, and refuses all other bytes: litesvm ends the whole process on bytes that it cannot
 * parse.
 */
export const parseTransaction = (bytes: Uint8Array): ParsedTransaction => {
  if (bytes.length > MAX_BYTES)
    throw invalidParams(`base64 encoded transaction too large: ${bytes.length} bytes (max: ${MAX_BYTES})`)
  const transaction = readOrRefuse(() => VersionedTransaction.deserialize(bytes))
  if (!Buffer.from(readOrRefuse(() => transaction.serialize())).equals(bytes))
    throw invalidParams('failed to deserialize transaction: it has bytes to spare')
  if (transaction.version === 1) throw invalidParams('failed to deserialize transaction: version 1 is not known here')
  const signatures = transaction.signatures.map((signature) => base58Encode(signature))
  return { bytes, signatures, message: transaction.message }
}

/** Parses a message alone, as getFeeForMessage takes it. */
export const parseMessage = (bytes: Uint8Array): VersionedMessage =>
  readOrRefuse(() => VersionedMessage.deserialize(bytes))

const readOrRefuse = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw invalidParams(`failed to deserialize transaction: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Reads the data of a lookup table's account by its address; undefined where there is none. */
type ReadAccount = (address: Uint8Array) => Uint8Array | undefined

/** All accounts of a message, with those of its lookup tables as far as the tables exist. */
export const accountKeysOf = (message: VersionedMessage, read: ReadAccount): MessageAccountKeys => {
  if (message.addressTableLookups.length === 0) return message.getAccountKeys()
  try {
    const addressLookupTableAccounts = message.addressTableLookups.map(({ accountKey }) => {
      const state = AddressLookupTableAccount.deserialize(read(accountKey.toBytes()) ?? new Uint8Array())
      return new AddressLookupTableAccount({ key: accountKey, state })
    })
    return message.getAccountKeys({ addressLookupTableAccounts })
  } catch {
    return new MessageAccountKeys(message.staticAccountKeys)
  }
}

/** An address in base58, checked; throws Invalid params. */
export const keyOf = (address: unknown): PublicKey => {
  try {
    if (typeof address === 'string') return new PublicKey(address)
  } catch {
    // Refused below, as all other texts are.
  }
  throw invalidParams(`Invalid param: ${JSON.stringify(address)} is no address`)
}
