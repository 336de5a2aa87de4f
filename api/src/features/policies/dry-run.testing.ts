import type { CallInput, contract, WalletPolicy } from '@openauth/client'
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'
import { base64, pay, type Person, type SolanaHarness } from '../transfers/chains/solana/solana-harness.testing.ts'

export type Asked = CallInput<typeof contract.walletPolicies.dryRun>

/** A new address on Solana, base58. */
export const newSolana = (): string => Keypair.generate().publicKey.toBase58()

/** The limit of one token, in its smallest units; null: none. */
export const limit = (token: string, perTransaction: string | null, perDay: string | null) => [
  { token, perTransaction, perDay },
]

interface Try {
  rules: { [N in keyof WalletPolicy]?: WalletPolicy[N] | null }
  /** The same call, tried and made. */
  asked: (user: Person) => Promise<Omit<Asked, 'appId' | 'userId'>>
  made: (user: Person, asked: Omit<Asked, 'appId' | 'userId'>) => Promise<unknown>
}

/** Calls that a dry run tries and that a user or a partner then makes, each with the rules that judge it. */
export const createTries = (harness: () => SolanaHarness) => {
  const sendSol = {
    asked: async () => ({ network: 'solana', recipient: newSolana(), amount: '1000000' }) as const,
    made: (user: Person, { recipient, amount }: Partial<Asked>) =>
      user.client.solana.sendToken({ address: recipient!, token: 'SOL', amount: amount! }),
  }
  const sendEth = {
    asked: async () => ({ network: 'sepolia', recipient: newEthereumAddress(), amount: '1000' }) as const,
    made: (user: Person, { recipient, amount }: Partial<Asked>) =>
      user.client.ethereum.sendToken({ chainName: 'sepolia', toAddress: recipient!, amount: amount! }),
  }
  const byPartner = {
    asked: async () => ({ ...(await sendSol.asked()), initiator: 'app' }) as const,
    made: (user: Person, { recipient, amount }: Partial<Asked>) =>
      harness().app.client.appSolana.sendToken({ id: user.id, address: recipient!, token: 'SOL', amount: amount! }),
  }
  const signing = (instructionOf: (user: Person) => TransactionInstruction) => ({
    asked: async (user: Person) => {
      const transaction = base64(await harness().build(user.key, instructionOf(user)))
      return { network: 'solana', transaction } as const
    },
    made: (user: Person, { transaction }: Partial<Asked>) =>
      user.client.solana.signTransaction({ transaction: transaction!, isSend: false }),
  })
  const unknownProgram = signing(
    ({ key }) =>
      new TransactionInstruction({
        programId: new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111'),
        keys: [{ pubkey: key, isSigner: true, isWritable: false }],
        data: Buffer.from([250]),
      }),
  )
  const payment = signing(({ key }) => pay(key, Keypair.generate().publicKey, 5_000_000n))
  const tries: [string, Try][] = [
    ['the defaults, a send', { rules: {}, ...sendSol }],
    ['the defaults on an EVM network', { rules: {}, ...sendEth }],
    ['the defaults, a signature', { rules: {}, ...payment }],
    ['the defaults, a partner', { rules: {}, ...byPartner }],
    ['networks', { rules: { networks: ['solana'] }, ...sendEth }],
    ['rpcUrls', { rules: { rpcUrls: ['https://elsewhere.example'] }, ...sendSol }],
    ['tokens', { rules: { tokens: ['sepolia:native'] }, ...sendSol }],
    ['tokens, a signature', { rules: { tokens: [] }, ...payment }],
    ['a limit of a transaction', { rules: { limits: limit('solana:native', '999999', null) }, ...sendSol }],
    ['a limit of a day', { rules: { limits: limit('sepolia:native', null, '999') }, ...sendEth }],
    ['a limit that is met', { rules: { limits: limit('solana:native', '900000000', null) }, ...payment }],
    ['allowed addresses', { rules: { allowAddresses: [newSolana()] }, ...sendSol }],
    ['denied addresses', { rules: { denyAddresses: ['*'] }, ...sendEth }],
    ['several rules at once', { rules: { tokens: [], allowAddresses: [], networks: [] }, ...sendSol }],
    ['a partner beyond its limit', { rules: { limits: [] }, ...byPartner }],
  ]
  return { tries, sendSol, signing, unknownProgram }
}
