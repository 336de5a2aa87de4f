import type { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain.ts'
import { mintOf, tokenAccountOf, tokenProgramName, uiAmountOf } from '../tokens.ts'
import { keyOf } from '../transaction.ts'
import { accountJson } from './account-data.ts'
import { invalidParams } from './error.ts'
import { integerOf, keysOf, type Method, optionsOf, withContext } from './method.ts'

/** https://solana.com/docs/rpc/http/getmultipleaccounts */
const MAX_ACCOUNTS = 100

/** The token program of a filter: the named one, or that of the mint. */
const filterOf = (chain: Chain, filter: unknown): { program: PublicKey; mint?: PublicKey } => {
  const { mint, programId } = optionsOf(filter)
  if (programId !== undefined) {
    const program = keyOf(programId)
    if (tokenProgramName(program.toBase58())) return { program }
    throw invalidParams(`Invalid param: unrecognized Token program id: ${program.toBase58()}`)
  }
  const key = keyOf(mint)
  const account = chain.read(key)
  if (!account || !mintOf(key, account)) throw invalidParams('Invalid param: could not find mint')
  return { program: keyOf(account.owner), mint: key }
}

const tokenAccountsOf = (chain: Chain, owner: PublicKey, filter: unknown, options: Record<string, unknown>) => {
  const { program, mint } = filterOf(chain, filter)
  return chain.ownedBy(program).flatMap(([key, account]) => {
    const held = tokenAccountOf(key, account)
    if (!held?.owner.equals(owner) || (mint && !held.mint.equals(mint))) return []
    return [{ pubkey: key.toBase58(), account: accountJson(chain, key, account, options) }]
  })
}

const tokenBalance = (chain: Chain, key: PublicKey) => {
  const account = chain.read(key)
  if (!account) throw invalidParams('Invalid param: could not find account')
  const held = tokenAccountOf(key, account)
  const mint = held && mintOf(held.mint, chain.read(held.mint))
  if (!held || !mint) throw invalidParams('Invalid param: not a Token account')
  return uiAmountOf(held.amount, mint.decimals)
}

const tokenSupply = (chain: Chain, key: PublicKey) => {
  const mint = mintOf(key, chain.read(key))
  if (!mint) throw invalidParams('Invalid param: not a Token mint')
  return uiAmountOf(mint.supply, mint.decimals)
}

/** Answers with accounts of the newest block, whatever the commitment. */
export const accountMethods: Record<string, Method> = {
  getAccountInfo: (chain, [address, options]) => {
    const key = keyOf(address)
    return withContext(chain, accountJson(chain, key, chain.read(key), optionsOf(options)))
  },
  getMultipleAccounts: (chain, [addresses, options]) => {
    const json = (key: PublicKey) => accountJson(chain, key, chain.read(key), optionsOf(options))
    return withContext(chain, keysOf(addresses, MAX_ACCOUNTS).map(json))
  },
  getBalance: (chain, [address]) => withContext(chain, Number(chain.read(keyOf(address))?.lamports ?? 0)),
  getMinimumBalanceForRentExemption: (chain, [bytes]) => Number(chain.rentMinimum(integerOf(bytes, 'The data length'))),
  getTokenAccountsByOwner: (chain, [owner, filter, options]) =>
    withContext(chain, tokenAccountsOf(chain, keyOf(owner), filter, optionsOf(options))),
  getTokenAccountBalance: (chain, [address]) => withContext(chain, tokenBalance(chain, keyOf(address))),
  getTokenSupply: (chain, [address]) => withContext(chain, tokenSupply(chain, keyOf(address))),
}
