import { accountIdForm, ss58Form } from '../facts/addresses.ts'
import { type ChainFacts, smallestUnits } from './chain.ts'

export const vara = {
  title: 'Vara',
  wallet: 'polkadot',
  // Accounts as SS58; accounts and programs as hex.
  addressForm: new RegExp(`${ss58Form.source}|${accountIdForm.source}`),
  programsOnly: true,
  networks: {
    vara: {
      title: 'Vara',
      symbol: 'VARA',
      decimals: 12,
      transactionPage: 'https://vara.subscan.io/extrinsic/{id}',
      addressPage: 'https://vara.subscan.io/account/{id}',
      partnerPerDay: smallestUnits(50_000, 12),
    },
  },
} as const satisfies ChainFacts
