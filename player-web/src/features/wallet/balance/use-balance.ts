import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConfig } from '../../../config/config.ts'
import { usePlayer } from '../../../session/player.ts'
import { type Holding, type Holdings, holdingsOf, type Price } from './holdings.ts'
import { readLamports } from './node-balance.ts'

const tables = { wallets: endpoints.wallets }

/** Milliseconds between two reads of a balance, while the page is visible. */
const REFRESH_INTERVAL = 30_000

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
 * The SOL of this user's wallet in lamports: read from the pages' node if there is one, else from the server, whose
 * answer includes tokens.
 */
export const useBalance = () => {
  const { rpcUrl } = useConfig().solana
  const address = usePlayer()?.solWallet
  const readHoldings = useServerHoldings()
  const query = useQuery({
    queryKey: ['balance', address],
    queryFn: async ({ signal }): Promise<Holdings> =>
      rpcUrl === null ? readHoldings(signal) : { lamports: await readLamports(rpcUrl, address!, signal), tokens: [] },
    enabled: address !== undefined,
    refetchInterval: REFRESH_INTERVAL,
  })
  useLogged(query.error)
  return query
}

/**
 * The other tokens of this user's wallet, beside the known balance, and the price of SOL; empty until they are known.
 */
export const useTokens = (balance: Holdings | undefined): { tokens: Holding[]; price: Price | undefined } => {
  const { rpcUrl } = useConfig().solana
  const address = usePlayer()?.solWallet
  const readHoldings = useServerHoldings()
  const { data, error } = useQuery({
    queryKey: ['balance', address, 'tokens'],
    queryFn: ({ signal }) => readHoldings(signal),
    // The server's balance includes them already.
    enabled: address !== undefined && rpcUrl !== null,
    refetchInterval: REFRESH_INTERVAL,
  })
  useLogged(error)
  const told = rpcUrl === null ? balance : data
  return { tokens: told?.tokens ?? none, price: told?.price }
}

const none: Holding[] = []
