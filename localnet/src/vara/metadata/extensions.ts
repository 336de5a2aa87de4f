import type { Fields, Shape } from './portable-types.ts'

interface Extension {
  path: string
  /** What the extrinsic carries for it. */
  extra?: Fields
  /** What is signed besides, and known to the node. */
  additional?: string
}

/**
 * The signed extensions in the order they are signed in: Substrate's, with the one of Vara's validators before them.
 * https://paritytech.github.io/polkadot-sdk/master/polkadot_sdk_docs/reference_docs/transaction_extensions/index.html
 */
export const extensions: Record<string, Extension> = {
  StakingBlackList: { path: 'pallet_gear_staking_rewards::extension::StakingBlackList' },
  CheckNonZeroSender: { path: 'frame_system::extensions::check_non_zero_sender::CheckNonZeroSender' },
  CheckSpecVersion: { path: 'frame_system::extensions::check_spec_version::CheckSpecVersion', additional: 'u32' },
  CheckTxVersion: { path: 'frame_system::extensions::check_tx_version::CheckTxVersion', additional: 'u32' },
  CheckGenesis: { path: 'frame_system::extensions::check_genesis::CheckGenesis', additional: 'H256' },
  CheckMortality: {
    path: 'frame_system::extensions::check_mortality::CheckMortality',
    extra: ['Era'],
    additional: 'H256',
  },
  CheckNonce: { path: 'frame_system::extensions::check_nonce::CheckNonce', extra: ['Compact<u32>'] },
  CheckWeight: { path: 'frame_system::extensions::check_weight::CheckWeight' },
  ChargeTransactionPayment: {
    path: 'pallet_transaction_payment::ChargeTransactionPayment',
    extra: ['Compact<u128>'],
  },
  CheckMetadataHash: {
    path: 'frame_metadata_hash_extension::CheckMetadataHash',
    extra: { mode: 'MetadataHashMode' },
    additional: 'Option<[u8; 32]>',
  },
}

const shapes = Object.entries(extensions).map(([name, { path, extra }]): [string, Shape] => [
  name,
  { path, fields: extra ?? [] },
])

export const extensionTypes: Record<string, Shape> = {
  ...Object.fromEntries(shapes),
  MetadataHashMode: {
    path: 'frame_metadata_hash_extension::Mode',
    variants: [
      { name: 'Disabled', index: 0 },
      { name: 'Enabled', index: 1 },
    ],
  },
}

/** What precedes every call: its sender, signature and extensions. */
export const uncheckedExtrinsic: Shape = {
  path: 'sp_runtime::generic::unchecked_extrinsic::UncheckedExtrinsic',
  params: {
    Address: 'MultiAddress',
    Call: 'RuntimeCall',
    Signature: 'MultiSignature',
    Extra: `(${Object.keys(extensions).join(', ')})`,
  },
  fields: ['Vec<u8>'],
}
