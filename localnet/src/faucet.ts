import { decodeAddress, isEthereumAddress } from '@polkadot/util-crypto'
import { PublicKey } from '@solana/web3.js'
import type { Funded, FundedAddresses, FundedChains } from './funded.ts'
import { callRpc } from './json-rpc.ts'
import { giveTokens } from './solana-tokens.ts'
import { VARA } from './vara/parameters.ts'

/** The balances to which the faucet fills an address up, in smallest units. */
export const allowance = {
  solana: { lamports: 10n ** 9n, tokens: 100n * 10n ** 6n },
  ethereum: { wei: 10n ** 18n, tokens: 100n * 10n ** 18n },
  vara: { planck: 100n * VARA },
}

/** An invalid request, or a chain that did not answer; `statusCode` is the status of the answer. */
class FaucetError extends Error {
  override readonly name = 'FaucetError'
  readonly statusCode: number
  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The time limit for all chains together in one request. Milliseconds. */
const DEADLINE_MS = 20_000

/** Throws if `work` takes longer; the work itself goes on. */
const within = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The chains took longer than ${milliseconds / 1000} seconds; try again once they answer.`
    timer = setTimeout(() => reject(new FaucetError(message, 504)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const succeeds = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false
  }
}

const checks: Record<keyof FundedAddresses, (address: string) => boolean> = {
  solana: (address) => succeeds(() => new PublicKey(address).toBase58() === address),
  ethereum: isEthereumAddress,
  vara: (address) => succeeds(() => decodeAddress(address).length === 32),
}

const isChain = (name: string): name is keyof FundedAddresses => Object.hasOwn(checks, name)

/** The addresses of a request, at least one. Throws FaucetError before any transfer. */
const readAddresses = (body: unknown): FundedAddresses => {
  const entries = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  if (entries.length === 0) throw new FaucetError(`Name an address of ${Object.keys(checks).join(', ')}.`)
  for (const [chain, address] of entries) {
    if (!isChain(chain)) throw new FaucetError(`There is no chain ${chain}, only ${Object.keys(checks).join(', ')}.`)
    if (typeof address !== 'string' || !checks[chain](address))
      throw new FaucetError(`${JSON.stringify(address)} is no ${chain} address.`)
  }
  return Object.fromEntries(entries)
}

/** Less than this part of what is wanted is not worth a transfer, and chains refuse very small ones. */
const LEAST_PART = 100n

/** Transfers what is missing and returns its amount. */
const fillUp = async (has: bigint, wanted: bigint, transfer: (amount: bigint) => Promise<void>): Promise<string> => {
  const missing = wanted - has >= wanted / LEAST_PART ? wanted - has : 0n
  if (missing > 0n) await transfer(missing)
  return String(missing)
}

interface ParsedTokens {
  value: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } | null
}

const onSolana = async ({ solana, mint }: FundedChains, address: string) => {
  const confirmed = { commitment: 'confirmed', encoding: 'jsonParsed' }
  const { value } = (await callRpc(solana.url, 'getBalance', [address, confirmed])) as { value: number }
  const account = (await callRpc(solana.url, 'getAccountInfo', [mint.accountOf(address), confirmed])) as ParsedTokens
  const held = BigInt(account.value?.data.parsed.info.tokenAmount.amount ?? 0)
  const { lamports, tokens } = allowance.solana
  return {
    lamports: await fillUp(BigInt(value), lamports, (amount) => solana.fund(address, amount)),
    tokens: await fillUp(held, tokens, (amount) => giveTokens(solana, mint, address, amount)),
  }
}

const onEthereum = async ({ evm, token }: FundedChains, address: string) => {
  const balance = BigInt((await callRpc(evm.url, 'eth_getBalance', [address, 'latest'])) as string)
  const { wei, tokens } = allowance.ethereum
  return {
    wei: await fillUp(balance, wei, (amount) => evm.fund(address, amount)),
    tokens: await fillUp(await token.balanceOf(address), tokens, (amount) => token.mint(address, amount)),
  }
}

const onVara = async ({ vara }: FundedChains, address: string) => ({
  planck: await fillUp(vara.balanceOf(address), allowance.vara.planck, (amount) => vara.fund(address, amount)),
})

const giveAll = async (chains: FundedChains, { solana, ethereum, vara }: FundedAddresses): Promise<Funded> => ({
  ...(solana !== undefined && { solana: await onSolana(chains, solana) }),
  ...(ethereum !== undefined && { ethereum: await onEthereum(chains, ethereum) }),
  ...(vara !== undefined && { vara: await onVara(chains, vara) }),
})

/**
 * Creates the faucet of the chains. It handles one request after the other, so that an address in two concurrent
 * requests is filled up once. Throws FaucetError, also where the chains do not answer in time, and what a chain
 * throws.
 */
export const createFaucet = (
  chains: FundedChains,
  deadlineMs = DEADLINE_MS,
): ((addresses: FundedAddresses) => Promise<Funded>) => {
  let last: Promise<unknown> = Promise.resolve()
  return async (addresses) => {
    const read = readAddresses(addresses)
    const own = last.then(() => within(giveAll(chains, read), deadlineMs))
    last = own.catch(() => {})
    return own
  }
}
