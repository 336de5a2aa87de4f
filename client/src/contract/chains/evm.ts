import { evmForm } from '../facts/addresses.ts'
import { type ChainFacts, type NetworkFacts, smallestUnits } from './chain.ts'

/** A network whose explorer has the paths of Etherscan. */
const network = (
  title: string,
  symbol: string,
  site: string,
  more: Pick<NetworkFacts, 'isTest' | 'partnerPerDay'>,
): NetworkFacts => ({
  title,
  symbol,
  decimals: 18,
  transactionPage: `${site}/tx/{id}`,
  addressPage: `${site}/address/{id}`,
  ...more,
})

export const evm = {
  title: 'Ethereum',
  wallet: 'ethereum',
  addressForm: evmForm,
  tokenForm: evmForm,
  isCaseless: true,
  transactionForm: 'hex',
  networks: {
    mainnet: network('Ethereum', 'ETH', 'https://etherscan.io', { partnerPerDay: smallestUnits(2, 17) }),
    sepolia: network('Sepolia', 'ETH', 'https://sepolia.etherscan.io', { isTest: true }),
    bsc: network('BNB Smart Chain', 'BNB', 'https://bscscan.com', { partnerPerDay: smallestUnits(5, 17) }),
    bscTestnet: network('BSC Testnet', 'tBNB', 'https://testnet.bscscan.com', { isTest: true }),
    base: network('Base', 'ETH', 'https://basescan.org', { partnerPerDay: smallestUnits(2, 17) }),
    baseSepolia: network('Base Sepolia', 'ETH', 'https://sepolia.basescan.org', { isTest: true }),
    moonbeam: network('Moonbeam', 'GLMR', 'https://moonscan.io', { partnerPerDay: smallestUnits(5_000, 18) }),
  },
} as const satisfies ChainFacts
