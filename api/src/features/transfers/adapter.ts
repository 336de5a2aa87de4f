import type { Balance, HistoryEntry, Network } from '@openauth/client'
import type { TransactionModel, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import type { AcceptChain } from '../../lib/json-rpc/endpoint.ts'
import type { PayoutOrder, PayoutPlan } from '../../lib/payout-plan.ts'
import type { TransactionImpact } from '../policy-engine/enforce-policy.ts'
import type { Claim } from '../tokens/token-names.ts'
import type { WalletWithAddress } from './stored-wallet.ts'
import type { SignedIntent } from './intent.ts'
import type { Trial } from './trial.ts'
import type { TransferNeeds } from './needs.ts'

export type MonitorNeeds = Pick<TransferNeeds, 'db' | 'nodes' | 'signer'>

/** A row with signature and bytes. */
export type SignedRow = TransactionModel & { signature: string; signed: Uint8Array<ArrayBuffer> }

/** An endpoint of the settings. */
export interface EndpointOptions {
  network: Network
  url: string
  /** Decides about a changed chain, as in JsonRpcOptions. Undefined: a change is refused. */
  acceptChain?: AcceptChain | undefined
  /** Milliseconds until the chain is verified again; default: the chain's own. */
  trustForMs?: number | undefined
}

/** Where and from which address a transaction is sent. */
export interface Place {
  network: Network
  rpcUrl: string
  from: string
}

/** What a transaction is signed from, under the wallet's lock. */
export interface Signing<Payment, Built, Account> {
  network: Network
  wallet: WalletWithAddress
  payment: Payment
  built: Built
  account: Account
}

/**
 * What a node did with a signed transaction:
 * - sent: the node has it, now or before
 * - unknown: it may be pending, or be accepted later: the monitor sends it again
 * - refused: this node does not have it, and another may. `outlook` says what becomes of it
 */
export type Submission =
  | { outcome: 'sent' }
  | { outcome: 'unknown'; message: string }
  | { outcome: 'refused'; code: 'nonce_taken' | 'transaction_refused'; message: string; outlook: string }

/** The endpoints of a chain's networks. */
export interface ChainEndpoints<Rpc extends object> {
  /** The client of an endpoint, for the lifetime of the server. Makes no call. */
  connect(endpoint: EndpointOptions): Rpc
  /** Asks what every node answers, and no cache of this server. Throws RpcError. */
  probe(rpc: Rpc): Promise<unknown>
}

/**
 * What differs between the chains' sends; `send` has the steps in common. `Payment` is what a call asks for, `Built` the
 * unsigned transaction with what is known of it, `Account` what `sign` needs to know of the sender's account.
 */
export interface ChainSends<Rpc extends object, Payment, Built, Account> {
  /** Builds and simulates. Throws the chain's errors, before anything is signed. */
  build(rpc: Rpc, from: string, payment: Payment): Promise<Built>
  readAccount(rpc: Rpc, address: string): Promise<Account>
  /** What the transaction does in the terms of wallet policies, decoded from what is signed. */
  impact(built: Built, place: Place): TransactionImpact
  /**
   * Signs under the wallet's lock, after the impact was judged. What it allocates, such as a nonce, is part of the commit that
   * stores the signature.
   */
  sign(deps: Pick<Platform, 'signer'>, tx: Tx, signing: Signing<Payment, Built, Account>): Promise<SignedIntent>
  /** Throws the chain's errors or a Problem if the outcome is none of a Submission. */
  broadcast(rpc: Rpc, signed: Uint8Array<ArrayBuffer>, built: Built): Promise<Submission>
  /** Sees to it that a refused transaction cannot be included later. Without it, the chain expires it. */
  cancel?(deps: MonitorNeeds, rpc: Rpc, id: string, why: string): Promise<void>
}

/**
 * Payments from a wallet of the server's to many users in one transaction. They have no call and no policy: their caller stores what is
 * owed, and says when it may be signed. All throw ChainError and RpcError.
 */
export interface ChainPayouts<Rpc extends object, Unsigned = unknown> {
  /** Payments that fit into one transaction. */
  most: number
  /** Reads the decimals of a token that moves exactly what is sent. */
  decimalsOf(rpc: Rpc, token: string): Promise<number>
  /** What a wallet holds of the chain's own token and of another one, in smallest units; null units without a token. */
  held(rpc: Rpc, address: string, token: string | null): Promise<{ native: bigint; units: bigint | null }>
  /** Builds and simulates. `fails`: the chain would refuse it, and does not say for which recipient. */
  plan(rpc: Rpc, order: PayoutOrder): Promise<PayoutPlan<Unsigned> | { kind: 'fails' }>
  sign(deps: Pick<Platform, 'signer'>, wallet: WalletWithAddress, unsigned: Unsigned): Promise<SignedIntent>
  broadcast(rpc: Rpc, signed: Uint8Array<ArrayBuffer>): Promise<Submission>
}

/** The tokens that balances are asked of, besides the chain's own. */
export interface TokenChoice {
  /** The tokens that the call names. */
  requested: string[]
  /** Reads the tokens that are known of the user: those in the policy and those that were sent. */
  known: () => Promise<string[]>
}

/** What the ledger knows of a wallet on a network, newest first. */
export interface LedgerHistory {
  rows: (take: number) => Promise<TransactionModel[]>
  entries: (take: number) => Promise<HistoryEntry[]>
  /** As in TokenChoice. */
  knownTokens: () => Promise<string[]>
}

/** A page of a history. */
export interface HistoryPage {
  rpcUrl?: string | undefined
  limit: number
  /** The signature after which the page begins, where the chain has an index. */
  before?: string | undefined
}

/** What a chain tells of wallets. Amounts are smallest units. All throw the chain's errors. */
export interface ChainReads<Rpc extends object> {
  balances(rpc: Rpc, address: string, tokens: TokenChoice): Promise<Balance[]>
  /** The balance of one token, or of the chain's own. */
  balanceOf(rpc: Rpc, address: string, token: string | null): Promise<bigint>
  /** Recent transfers, from the chain where it has an index of addresses, else from the ledger. `node` throws `rpc_not_allowed`. */
  history(node: () => Rpc, address: string, page: HistoryPage, ledger: LedgerHistory): Promise<HistoryEntry[]>
  /** Reads the names that tokens claim. Absent where the chain has no tokens. */
  readClaims?(rpc: Rpc, tokens: string[]): Promise<Map<string, Claim>>
  /** Whether the chain has a send and it moved at least this much. */
  hasTransferred(rpc: Rpc, send: SentTransfer, amount: bigint): Promise<boolean>
}

/** A send in the columns of the ledger. */
export type SentTransfer = Pick<TransactionModel, 'fromAddress' | 'toAddress' | 'token' | 'nonce'> & {
  signature: string
}

/** Dry runs of the wallet policy. They sign, store and count nothing. */
export interface ChainTrials<Rpc extends object, Payment> {
  /** What a dry run asks for; a null token is the chain's own. Throws `invalid_input`. */
  paymentOf(asked: { recipient: string; amount: string; token: string | null }): Payment
  /** The impact of a payment by any wallet, without its fee: the chain is not asked. Throws the chain's errors. */
  unaskedImpact(rpc: Rpc, payment: Payment, place: Omit<Place, 'from'>): Promise<TransactionImpact>
  /** Tries a serialized transaction, of the wallet `from` if a user is named. Absent where the chain's are not read. */
  tryTransaction?(rpc: Rpc, transaction: string, place: Omit<Place, 'from'> & { from?: string }): Promise<Trial>
}

/**
 * What one kind of chain does in its own way. Everything else about transfers knows no chain by name: it asks `adapterOf` with
 * the network of a call or of a row. `Rpc` is the client of an endpoint.
 */
export interface ChainAdapter<Rpc extends object = object, Payment = unknown, Built = unknown, Account = unknown>
  extends ChainEndpoints<Rpc>, ChainSends<Rpc, Payment, Built, Account>, ChainReads<Rpc>, ChainTrials<Rpc, Payment> {
  networks: readonly Network[]
  /** Absent where the server pays nothing out. */
  payouts?: ChainPayouts<Rpc>
  /**
   * Reads the status of one transaction from its chain, records it, and sends the same bytes again if needed. How a transaction
   * is found is the chain's own: by its id, its nonce, or a message that it caused.
   */
  monitor(deps: MonitorNeeds, rpc: Rpc, row: SignedRow): Promise<void>
}
