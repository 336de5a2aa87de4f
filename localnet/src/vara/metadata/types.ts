import { unitVariants, type Shape, type Variant } from './portable-types.ts'

const MORTAL_ERAS = 255

/** An era's first byte numbers its variant; only `Immortal` is a single byte. */
const eras: Variant[] = [
  { name: 'Immortal', index: 0 },
  ...Array.from({ length: MORTAL_ERAS }, (_, at) => ({ name: `Mortal${at + 1}`, index: at + 1, fields: ['u8'] })),
]

/**
 * The types that the pallets speak of, with the paths that clients know them by.
 * https://paritytech.github.io/polkadot-sdk/master/sp_runtime/index.html
 */
export const sharedTypes: Record<string, Shape> = {
  AccountId32: { path: 'sp_core::crypto::AccountId32', fields: ['[u8; 32]'] },
  H256: { path: 'primitive_types::H256', fields: ['[u8; 32]'] },
  ActorId: { path: 'gprimitives::ActorId', fields: ['[u8; 32]'] },
  MessageId: { path: 'gprimitives::MessageId', fields: ['[u8; 32]'] },
  MessageEntry: {
    path: 'gear_common::event::MessageEntry',
    variants: [
      { name: 'Init', index: 0 },
      { name: 'Handle', index: 1 },
      { name: 'Reply', index: 2, fields: ['MessageId'] },
      { name: 'Signal', index: 3 },
    ],
  },
  GasMultiplier: {
    path: 'gear_common::gas_provider::GasMultiplier',
    params: { Balance: 'u128', Gas: 'u64' },
    variants: [
      { name: 'ValuePerGas', index: 0, fields: ['u128'] },
      { name: 'GasPerValue', index: 1, fields: ['u64'] },
    ],
  },
  MultiAddress: {
    path: 'sp_runtime::multiaddress::MultiAddress',
    params: { AccountId: 'AccountId32', AccountIndex: '()' },
    variants: [
      { name: 'Id', index: 0, fields: ['AccountId32'] },
      { name: 'Index', index: 1, fields: ['Compact<()>'] },
      { name: 'Raw', index: 2, fields: ['Vec<u8>'] },
      { name: 'Address32', index: 3, fields: ['[u8; 32]'] },
      { name: 'Address20', index: 4, fields: ['[u8; 20]'] },
    ],
  },
  Ed25519Signature: { path: 'sp_core::ed25519::Signature', fields: ['[u8; 64]'] },
  Sr25519Signature: { path: 'sp_core::sr25519::Signature', fields: ['[u8; 64]'] },
  EcdsaSignature: { path: 'sp_core::ecdsa::Signature', fields: ['[u8; 65]'] },
  MultiSignature: {
    path: 'sp_runtime::MultiSignature',
    variants: [
      { name: 'Ed25519', index: 0, fields: ['Ed25519Signature'] },
      { name: 'Sr25519', index: 1, fields: ['Sr25519Signature'] },
      { name: 'Ecdsa', index: 2, fields: ['EcdsaSignature'] },
    ],
  },
  Era: { path: 'sp_runtime::generic::era::Era', variants: eras },
  Weight: { path: 'sp_weights::weight_v2::Weight', fields: { ref_time: 'Compact<u64>', proof_size: 'Compact<u64>' } },
  DispatchClass: {
    path: 'frame_support::dispatch::DispatchClass',
    variants: unitVariants('Normal', 'Operational', 'Mandatory'),
  },
  Pays: { path: 'frame_support::dispatch::Pays', variants: unitVariants('Yes', 'No') },
  DispatchInfo: {
    path: 'frame_support::dispatch::DispatchInfo',
    fields: { weight: 'Weight', class: 'DispatchClass', pays_fee: 'Pays' },
  },
  ModuleError: { path: 'sp_runtime::ModuleError', fields: { index: 'u8', error: '[u8; 4]' } },
  TokenError: {
    path: 'sp_runtime::TokenError',
    variants: unitVariants(
      'FundsUnavailable',
      'OnlyProvider',
      'BelowMinimum',
      'CannotCreate',
      'UnknownAsset',
      'Frozen',
      'Unsupported',
      'CannotCreateHold',
      'NotExpendable',
      'Blocked',
    ),
  },
  ArithmeticError: {
    path: 'sp_arithmetic::ArithmeticError',
    variants: unitVariants('Underflow', 'Overflow', 'DivisionByZero'),
  },
  DispatchError: {
    path: 'sp_runtime::DispatchError',
    variants: [
      ...unitVariants('Other', 'CannotLookup', 'BadOrigin'),
      { name: 'Module', index: 3, fields: ['ModuleError'] },
      { name: 'ConsumerRemaining', index: 4 },
      { name: 'NoProviders', index: 5 },
      { name: 'TooManyConsumers', index: 6 },
      { name: 'Token', index: 7, fields: ['TokenError'] },
      { name: 'Arithmetic', index: 8, fields: ['ArithmeticError'] },
    ],
  },
  Phase: {
    path: 'frame_system::Phase',
    variants: [
      { name: 'ApplyExtrinsic', index: 0, fields: ['u32'] },
      { name: 'Finalization', index: 1 },
      { name: 'Initialization', index: 2 },
    ],
  },
  EventRecord: {
    path: 'frame_system::EventRecord',
    params: { E: 'RuntimeEvent', T: 'H256' },
    fields: { phase: 'Phase', event: 'RuntimeEvent', topics: 'Vec<H256>' },
  },
  ExtraFlags: { path: 'pallet_balances::types::ExtraFlags', fields: ['u128'] },
  AccountData: {
    path: 'pallet_balances::types::AccountData',
    params: { Balance: 'u128' },
    fields: { free: 'u128', reserved: 'u128', frozen: 'u128', flags: 'ExtraFlags' },
  },
  BalanceLock: {
    path: 'pallet_balances::types::BalanceLock',
    params: { Balance: 'u128' },
    fields: { id: '[u8; 8]', amount: 'u128', reasons: 'Reasons' },
  },
  Reasons: { path: 'pallet_balances::types::Reasons', variants: unitVariants('Fee', 'Misc', 'All') },
  ReserveData: {
    path: 'pallet_balances::types::ReserveData',
    params: { ReserveIdentifier: '[u8; 8]', Balance: 'u128' },
    fields: { id: '[u8; 8]', amount: 'u128' },
  },
  AccountInfo: {
    path: 'frame_system::AccountInfo',
    params: { Nonce: 'u32', AccountData: 'AccountData' },
    fields: { nonce: 'u32', consumers: 'u32', providers: 'u32', sufficients: 'u32', data: 'AccountData' },
  },
}
