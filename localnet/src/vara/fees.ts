import { encode } from './runtime.ts'

/** Planck for any extrinsic, for each of its bytes and for the weight of its call. Vara's own differ from call to call. */
const BASE_FEE = 1_000_000_000n
const BYTE_FEE = 10_000_000n
const WEIGHT_FEE = 250_000_000n

const weight = { refTime: 250_000_000, proofSize: 3_593 }

export const dispatchInfo = { weight, class: 'Normal', paysFee: 'Yes' }
export const inherentInfo = { weight, class: 'Mandatory', paysFee: 'Yes' }

/** In planck, without the tip. https://paritytech.github.io/polkadot-sdk/master/pallet_transaction_payment/index.html */
export const feeFor = (length: number): bigint => BASE_FEE + BYTE_FEE * BigInt(length) + WEIGHT_FEE

/** What `TransactionPaymentApi_query_info` returns: weight, class and fee. */
export const encodeInfo = (length: number): Uint8Array =>
  encode('(Weight, DispatchClass, u128)', [weight, 'Normal', feeFor(length)])

/** The same as `payment_queryInfo` has it. */
export const infoJson = (length: number) => ({
  weight: { ref_time: weight.refTime, proof_size: weight.proofSize },
  class: 'normal',
  partialFee: String(feeFor(length)),
})

/** What `TransactionPaymentApi_query_fee_details` returns: the parts of the fee. */
export const encodeDetails = (length: number): Uint8Array =>
  encode('Option<(u128, u128, u128)>', [BASE_FEE, BYTE_FEE * BigInt(length), WEIGHT_FEE])
