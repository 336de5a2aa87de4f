import { type Balance, endpoints } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConfig } from '../../../config/config.ts'
import { usePlayer } from '../../../session/player.ts'
import { useCallQueries } from '../../../session/queries.ts'
import { type Holding, type Holdings, holdingsOf, type Price } from './holdings.ts'
import { readLamports } from './node-balance.ts'

const tables = { wallets: endpoints.wallets }

/** Milliseconds between two reads of a balance, while the page is visible. */
const REFRESH_INTERVAL = 30_000

/** The first part of the key of a balance that the pages' own node told. */
export const NODE_BALANCE = ['nodeBalance']

const select = ({ balances }: { balances: Balance[] }): Holdings => holdingsOf(balances)

/** What the server says of this user's wallet. */
const useServerHoldings = (isAsked: boolean) => {
  const queries = useCallQueries(tables)
  return useQuery({
    ...queries.wallets.balances({ network: 'solana' }),
    select,
    enabled: isAsked,
    refetchInterval: REFRESH_INTERVAL,
  })
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
  const hasNode = rpcUrl !== null
  const told = useServerHoldings(!hasNode && address !== undefined)
  const read = useQuery({
    queryKey: [...NODE_BALANCE, address],
    queryFn: async ({ signal }): Promise<Holdings> => ({
      lamports: await readLamports(rpcUrl!, address!, signal),
      tokens: [],
    }),
    enabled: hasNode && address !== undefined,
    refetchInterval: REFRESH_INTERVAL,
  })
  const query = hasNode ? read : told
  useLogged(query.error)
  return query
}

/**
 * The other tokens of this user's wallet, beside the known balance, and the price of SOL; empty until they are known.
 */
export const useTokens = (balance: Holdings | undefined): { tokens: Holding[]; price: Price | undefined } => {
  const { rpcUrl } = useConfig().solana
  const address = usePlayer()?.solWallet
  // The server's balance includes them already.
  const { data, error } = useServerHoldings(address !== undefined && rpcUrl !== null)
  useLogged(error)
  const told = rpcUrl === null ? balance : data
  return { tokens: told?.tokens ?? none, price: told?.price }
}

const none: Holding[] = []
