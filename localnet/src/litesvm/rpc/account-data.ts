import { base58Encode } from '@polkadot/util-crypto'
import type { PublicKey } from '@solana/web3.js'
import type { ChainAccount } from '../account.ts'
import type { Chain } from '../chain.ts'
import { mintOf, tokenAccountOf, tokenProgramName, uiAmountOf } from '../tokens.ts'
import { invalidParams } from './error.ts'
import { integerOf, optionsOf } from './method.ts'

const tokenInfo = (chain: Chain, key: PublicKey, account: ChainAccount) => {
  const held = tokenAccountOf(key, account)
  const mint = held && mintOf(held.mint, chain.read(held.mint))
  if (!held || !mint) return undefined
  const { delegate, isFrozen, isInitialized } = held
  return {
    isNative: held.isNative,
    mint: held.mint.toBase58(),
    owner: held.owner.toBase58(),
    state: isFrozen ? 'frozen' : isInitialized ? 'initialized' : 'uninitialized',
    tokenAmount: uiAmountOf(held.amount, mint.decimals),
    ...(delegate && {
      delegate: delegate.toBase58(),
      delegatedAmount: uiAmountOf(held.delegatedAmount, mint.decimals),
    }),
  }
}

const mintInfo = (key: PublicKey, account: ChainAccount) => {
  const mint = mintOf(key, account)
  return (
    mint && {
      decimals: mint.decimals,
      freezeAuthority: mint.freezeAuthority?.toBase58() ?? null,
      isInitialized: mint.isInitialized,
      mintAuthority: mint.mintAuthority?.toBase58() ?? null,
      supply: String(mint.supply),
    }
  )
}

/**
 * Token accounts and mints are parsed, without their extensions; all others are base64, as at a node that cannot parse
 * them.
 */
const parsed = (chain: Chain, key: PublicKey, account: ChainAccount): unknown => {
  const program = tokenProgramName(account.owner)
  const [token, mint] = program ? [tokenInfo(chain, key, account), mintInfo(key, account)] : []
  const [type, info] = token ? ['account', token] : ['mint', mint]
  return info ? { program, parsed: { type, info }, space: account.data.length } : undefined
}

const sliceOf = (data: Uint8Array, dataSlice: unknown): Uint8Array => {
  if (dataSlice === undefined || dataSlice === null) return data
  const { offset, length } = optionsOf(dataSlice)
  const from = integerOf(offset, 'offset')
  return data.subarray(from, from + integerOf(length, 'length'))
}

/**
 * An account in JSON-RPC's form; null where there is none. The default encoding is base64, which web3.js requests.
 * https://solana.com/docs/rpc/http/getaccountinfo
 */
export const accountJson = (
  chain: Chain,
  key: PublicKey,
  account: ChainAccount | undefined,
  { encoding = 'base64', dataSlice }: Record<string, unknown>,
): unknown => {
  if (!account) return null
  const bytes = sliceOf(account.data, dataSlice)
  const base64 = () => [Buffer.from(bytes).toString('base64'), 'base64']
  const encodings: Record<string, () => unknown> = {
    base64,
    base58: () => [base58Encode(bytes), 'base58'],
    jsonParsed: () => parsed(chain, key, account) ?? base64(),
  }
  const encode = encodings[String(encoding)]
  if (!encode) throw invalidParams(`Invalid params: the encoding ${String(encoding)} is not known here`)
  return {
    data: encode(),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.owner,
    rentEpoch: Number(account.rentEpoch),
    space: account.data.length,
  }
}
