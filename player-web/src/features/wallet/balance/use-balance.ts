import { wallets } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConfig } from '../../../config/config.ts'
import { useCompanion } from '../../../session/companion.ts'
import { type Holding, type Holdings, holdingsOf, type Price } from './holdings.ts'
import { readLamports } from './node-balance.ts'

const tables = { wallets }

/** Milliseconds between two looks at a balance, while the page is looked at. */
const EVERY = 30_000

const useServerHoldings = () => {
  const { callsOf } = useOpenAuth()
  return async (signal: AbortSignal): Promise<Holdings> => {
    const { balances } = await callsOf(tables).wallets.balances({ network: 'solana' }, { signal })
    return holdingsOf(balances)
  }
}

const useLogged = (error: Error | null): void => {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- failures of a balance are only logged
    if (error) console.warn('A balance could not be read:', error)
  }, [error])
}

/**
 * The SOL of this user's wallet, in lamports: by the node that answers pages where there is one, else by the server.
 * Tokens come with it where the server tells it.
 */
export const useBalance = () => {
  const { rpcUrl } = useConfig().solana
  const address = useCompanion()?.solWallet
  const readHoldings = useServerHoldings()
  const query = useQuery({
    queryKey: ['balance', address],
    queryFn: async ({ signal }): Promise<Holdings> =>
      rpcUrl === null ? readHoldings(signal) : { lamports: await readLamports(rpcUrl, address!, signal), tokens: [] },
    enabled: address !== undefined,
    refetchInterval: EVERY,
  })
  useLogged(query.error)
  return query
}

/**
 * The other tokens in this user's wallet, beside the balance that is known, and the price of SOL; none until they are known.
 */
export const useTokens = (balance: Holdings | undefined): { tokens: Holding[]; price: Price | undefined } => {
  const { rpcUrl } = useConfig().solana
  const address = useCompanion()?.solWallet
  const readHoldings = useServerHoldings()
  const { data, error } = useQuery({
    queryKey: ['balance', address, 'tokens'],
    queryFn: ({ signal }) => readHoldings(signal),
    // Where the server tells the balance, they came with it.
    enabled: address !== undefined && rpcUrl !== null,
    refetchInterval: EVERY,
  })
  useLogged(error)
  const told = rpcUrl === null ? balance : data
  return { tokens: told?.tokens ?? none, price: told?.price }
}

const none: Holding[] = []
