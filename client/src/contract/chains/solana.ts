import { solanaForm } from '../facts/addresses.ts'
import { type ChainFacts, smallestUnits } from './chain.ts'

export const solana = {
  title: 'Solana',
  wallet: 'solana',
  addressForm: solanaForm,
  tokenForm: solanaForm,
  transactionForm: 'base64',
  networks: {
    solana: {
      title: 'Solana',
      symbol: 'SOL',
      decimals: 9,
      transactionPage: 'https://explorer.solana.com/tx/{id}',
      addressPage: 'https://explorer.solana.com/address/{id}',
      partnerPerDay: smallestUnits(3, 9),
    },
  },
} as const satisfies ChainFacts
