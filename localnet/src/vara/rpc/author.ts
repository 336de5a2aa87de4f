import { hexToU8a, u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto'
import { decodeExtrinsic } from '../extrinsic.ts'
import { infoJson } from '../fees.ts'
import { gasFor } from '../gear.ts'
import { invalidParams } from '../rpc-error.ts'
import { hexParam, type Method, type Params, type Subscription } from './method.ts'

const accountParam = (param: unknown): string => {
  try {
    return u8aToHex(decodeAddress(String(param)))
  } catch {
    throw invalidParams('The account must be an SS58 address')
  }
}

/** The length as it is stated in `payment_queryInfo` is that of the bytes; the signature is not looked at. */
const queryInfo: Method = (_, [extrinsic]) => {
  const hex = hexParam(extrinsic, 'The extrinsic')
  try {
    decodeExtrinsic(hex)
  } catch (cause) {
    throw invalidParams(cause instanceof Error ? cause.message : String(cause))
  }
  return infoJson(hexToU8a(hex).length)
}

const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
  (typeof value === 'string' && /^(\d+|0x[\da-f]+)$/i.test(value))

/**
 * What a message would need: (source, destination or message, payload, value, whether other panics are allowed, block).
 * https://github.com/gear-tech/gear/tree/master/pallets/gear/rpc
 */
const calculateGas: Method = (_, [source, target, payload, value, allowOtherPanics]: Params) => {
  hexParam(source, 'The source', 256)
  hexParam(target, 'The destination', 256)
  if (!isAmount(value)) throw invalidParams('The value must be a number of planck')
  if (typeof allowOtherPanics !== 'boolean') throw invalidParams('Whether other panics are allowed is true or false')
  const gas = Number(gasFor(hexParam(payload, 'The payload')))
  return { min_limit: gas, reserved: 0, burned: gas, may_be_returned: 0, waited: false }
}

/** Calls that submit extrinsics, and those that one needs before: nonce, fee and gas. */
export const authorMethods: Record<string, Method> = {
  author_submitExtrinsic: ({ pool }, [hex]) => pool.submit(hexParam(hex, 'The extrinsic')),
  author_pendingExtrinsics: ({ pool }) => pool.pending(),
  system_accountNextIndex: ({ pool }, [address]) => pool.nextNonce(accountParam(address)),
  payment_queryInfo: queryInfo,
  gear_calculateHandleGas: calculateGas,
  gear_calculateReplyGas: calculateGas,
}

/** The subscription to the statuses of a submitted extrinsic. */
export const authorSubscriptions: Record<string, Subscription> = {
  author_submitAndWatchExtrinsic: {
    notification: 'author_extrinsicUpdate',
    unsubscribe: 'author_unwatchExtrinsic',
    start: ({ pool }, [hex]) => {
      const hash = pool.submit(hexParam(hex, 'The extrinsic'))
      return (notify) => pool.watch(hash, notify)
    },
  },
}
