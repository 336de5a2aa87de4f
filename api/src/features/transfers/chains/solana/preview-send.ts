import type { SolanaSendPreview, solanaSendRefusals } from '@openauth/client'
import type { Database } from '../../../../db.ts'
import { type Account, readAccounts } from '../../../../lib/solana/accounts.ts'
import { SYSTEM_PROGRAM } from '../../../../lib/solana/addresses.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { WalletOwner } from '../../../../custody/index.ts'
import { policyOf } from '../../../policy-engine/effective.ts'
import { enforcePolicy } from '../../../policy-engine/enforce-policy.ts'
import { withChainErrors } from '../../errors.ts'
import { solanaNodeAt } from './node.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { impactOf } from './impact.ts'
import { type Payment, prepareSend, readMostLamports, SOL } from './prepare-send.ts'
import { refusalIn } from './refusal.ts'
import type { TransferNeeds } from '../../needs.ts'

const refusals: typeof solanaSendRefusals = [
  ...(['invalid_address', 'invalid_amount', 'insufficient_balance'] as const),
  ...(['token_not_supported', 'transaction_refused', 'policy_refused'] as const),
]

/** Loaded with the first preview, since it is large. */
const library = () => import('@solana/web3.js')

type Warning = SolanaSendPreview['warnings'][number]

/** Whether only a program can move funds of an address: a program owns the account, or the address has no private key. */
const isProgramControlled = async (address: string, account: Account | null): Promise<boolean> => {
  if (account) return account.executable || account.owner !== SYSTEM_PROGRAM
  const { PublicKey } = await library()
  return !PublicKey.isOnCurve(new PublicKey(address))
}

const hasSentTo = async ({ prisma }: Database, { userId }: WalletOwner, toAddress: string): Promise<boolean> => {
  const where = { userId, chain: 'solana' as const, toAddress, status: 'confirmed' as const }
  return (await prisma.transaction.findFirst({ where, select: { id: true } })) !== null
}

interface Recipient {
  address: string
  isOwn: boolean
  isKnown: boolean
}

const warningsOf = async (rpc: SolanaRpc, { address, isOwn, isKnown }: Recipient): Promise<Warning[]> => {
  if (isOwn) return ['own_address']
  const [account = null] = await withChainErrors(readAccounts(rpc, [address], { bytes: 0 }))
  return [
    ...((await isProgramControlled(address, account)) ? (['program'] as const) : []),
    ...(account ? [] : (['unused_address'] as const)),
    ...(isKnown ? [] : (['first_send'] as const)),
  ]
}

/** The fee and the total of outgoing lamports, with the rent of a created token account. */
const lamportsOf = ({ unsigned, inspected }: Awaited<ReturnType<typeof prepareSend>>) => ({
  fee: unsigned.fee.toString(),
  total: (-inspected.simulation.lamports).toString(),
})

/**
 * Previews the cost of a send and its refusal, if any, with the code of the send. Nothing is signed, stored or reserved;
 * daily limits are checked at signing, under the wallet's lock. Throws errors of the node.
 */
export const previewSend = async (
  { db, keys, nodes }: Pick<TransferNeeds, 'db' | 'keys' | 'nodes'>,
  owner: WalletOwner,
  input: Payment & { rpcUrl?: string | undefined },
): Promise<SolanaSendPreview> => {
  const { url, rpc } = solanaNodeAt(nodes, input.rpcUrl)
  const { address: from } = await storedWallet({ db, keys }, owner, 'solana')
  const examine = async () => {
    const prepared = await prepareSend(rpc, from, input)
    enforcePolicy(await policyOf(db.prisma, owner), impactOf(prepared.inspected, from, url))
    return { ...lamportsOf(prepared), refusal: null }
  }
  const refused = (error: unknown) => ({ fee: null, total: null, refusal: refusalIn(error, refusals) })
  const outcome = await examine().catch(refused)
  // An invalid address has no warnings and no maximum.
  if (outcome.refusal?.code === 'invalid_address' && !(await isAddress(input.address)))
    return { ...outcome, most: null, warnings: [] }
  const { address } = input
  const isOwn = address === from
  const [warnings, most] = await Promise.all([
    warningsOf(rpc, { address, isOwn, isKnown: await hasSentTo(db, owner, address) }),
    input.token === SOL && !isOwn ? readMostLamports(rpc, from, address) : null,
  ])
  return { ...outcome, most: most?.toString() ?? null, warnings }
}

const isAddress = async (text: string): Promise<boolean> => {
  const { PublicKey } = await library()
  try {
    return new PublicKey(text).toBytes().length > 0
  } catch {
    return false
  }
}
