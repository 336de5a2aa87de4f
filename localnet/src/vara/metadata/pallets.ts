import {
  BLOCK_GAS_LIMIT,
  BLOCK_HASH_COUNT,
  EXISTENTIAL_DEPOSIT,
  MINIMUM_PERIOD_MS,
  SS58_FORMAT,
  VALUE_PER_GAS,
} from '../parameters.ts'
import { unitVariants, type Variant } from './portable-types.ts'

export interface StorageItem {
  value: string
  /** A map's; a plain value has none. */
  key?: { type: string; hasher: 'Blake2_128Concat' | 'Twox64Concat' }
  /** What an absent value counts as, in hex; without it the value is optional. */
  fallback?: string
}

export interface Constant {
  type: string
  /** How the value is encoded where that is not its type's own name. */
  encodedAs?: string
  value: unknown
}

export interface Pallet {
  index: number
  /** The Rust crate, which names the types of its calls, events and errors. */
  crate: string
  storage?: Record<string, StorageItem>
  calls?: Variant[]
  events?: Variant[]
  errors?: Variant[]
  constants?: Record<string, Constant>
}

const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`

/** An account that never existed: all zero but the flag that its locks follow the newer rules. */
const NEW_ACCOUNT_DATA = `${'00'.repeat(63)}80`

/** Nobody has any here, but clients ask for them to tell what is free. */
const locks = (value: string): StorageItem => ({
  key: { type: 'AccountId32', hasher: 'Blake2_128Concat' },
  value,
  fallback: '0x00',
})

const dispatched = (name: string, index: number, fields: Record<string, string>): Variant => ({ name, index, fields })

const transfer = (name: string, index: number): Variant => ({
  name,
  index,
  fields: { dest: 'MultiAddress', value: 'Compact<u128>' },
})

const amountOf = (name: string, index: number): Variant => ({
  name,
  index,
  fields: { who: 'AccountId32', amount: 'u128' },
})

const message = (name: string, index: number, to: Record<string, string>): Variant => ({
  name,
  index,
  fields: { ...to, payload: 'Vec<u8>', gas_limit: 'u64', value: 'u128', keep_alive: 'bool' },
})

/**
 * The pallets of Vara's runtime that this node has, with the parts of them that it plays, numbered as on Vara. Those of
 * Substrate: https://paritytech.github.io/polkadot-sdk/master/pallet_balances/index.html and its neighbours.
 */
export const pallets: Record<string, Pallet> = {
  System: {
    index: 0,
    crate: 'frame_system',
    storage: {
      Account: {
        key: { type: 'AccountId32', hasher: 'Blake2_128Concat' },
        value: 'AccountInfo',
        fallback: `${zeros(16)}${NEW_ACCOUNT_DATA}`,
      },
      BlockHash: { key: { type: 'u32', hasher: 'Twox64Concat' }, value: 'H256', fallback: zeros(32) },
      Number: { value: 'u32', fallback: zeros(4) },
      ParentHash: { value: 'H256', fallback: zeros(32) },
      Events: { value: 'Vec<EventRecord>', fallback: '0x00' },
      EventCount: { value: 'u32', fallback: zeros(4) },
    },
    calls: [{ name: 'remark', index: 0, fields: { remark: 'Vec<u8>' } }],
    events: [
      dispatched('ExtrinsicSuccess', 0, { dispatch_info: 'DispatchInfo' }),
      dispatched('ExtrinsicFailed', 1, { dispatch_error: 'DispatchError', dispatch_info: 'DispatchInfo' }),
      dispatched('NewAccount', 3, { account: 'AccountId32' }),
      dispatched('KilledAccount', 4, { account: 'AccountId32' }),
    ],
    constants: {
      BlockHashCount: { type: 'u32', value: BLOCK_HASH_COUNT },
      SS58Prefix: { type: 'u16', value: SS58_FORMAT },
    },
  },
  Timestamp: {
    index: 1,
    crate: 'pallet_timestamp',
    storage: { Now: { value: 'u64', fallback: zeros(8) } },
    calls: [{ name: 'set', index: 0, fields: { now: 'Compact<u64>' } }],
    constants: { MinimumPeriod: { type: 'u64', value: MINIMUM_PERIOD_MS } },
  },
  Balances: {
    index: 5,
    crate: 'pallet_balances',
    storage: {
      Locks: locks('Vec<BalanceLock>'),
      Reserves: locks('Vec<ReserveData>'),
    },
    calls: [
      transfer('transfer_allow_death', 0),
      transfer('transfer_keep_alive', 3),
      { name: 'transfer_all', index: 4, fields: { dest: 'MultiAddress', keep_alive: 'bool' } },
    ],
    events: [
      { name: 'Endowed', index: 0, fields: { account: 'AccountId32', free_balance: 'u128' } },
      { name: 'DustLost', index: 1, fields: { account: 'AccountId32', amount: 'u128' } },
      { name: 'Transfer', index: 2, fields: { from: 'AccountId32', to: 'AccountId32', amount: 'u128' } },
      amountOf('Deposit', 7),
      amountOf('Withdraw', 8),
    ],
    errors: unitVariants('VestingBalance', 'LiquidityRestrictions', 'InsufficientBalance', 'ExistentialDeposit'),
    constants: { ExistentialDeposit: { type: 'u128', value: EXISTENTIAL_DEPOSIT } },
  },
  TransactionPayment: {
    index: 6,
    crate: 'pallet_transaction_payment',
    events: [{ name: 'TransactionFeePaid', index: 0, fields: { who: 'AccountId32', actual_fee: 'u128', tip: 'u128' } }],
    constants: { OperationalFeeMultiplier: { type: 'u8', value: 5 } },
  },
  GearGas: {
    index: 103,
    crate: 'pallet_gear_gas',
    constants: { BlockGasLimit: { type: 'u64', value: BLOCK_GAS_LIMIT } },
  },
  Gear: {
    index: 104,
    crate: 'pallet_gear',
    calls: [
      message('send_message', 3, { destination: 'ActorId' }),
      message('send_reply', 4, { reply_to_id: 'MessageId' }),
    ],
    events: [
      {
        name: 'MessageQueued',
        index: 0,
        fields: { id: 'MessageId', source: 'AccountId32', destination: 'ActorId', entry: 'MessageEntry' },
      },
    ],
    errors: unitVariants('MessageNotFound', 'InsufficientBalance', 'GasLimitTooHigh'),
  },
  GearBank: {
    index: 108,
    crate: 'pallet_gear_bank',
    constants: {
      GasMultiplier: { type: 'GasMultiplier', encodedAs: '(u8, u128)', value: [0, VALUE_PER_GAS] },
    },
  },
}
