import { type Network, SIGNATURE_TOKEN, transactionPageOf } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { queries } from './queries.ts'

/** The explorer's page of a transaction; for Solana the one that the server's operator has set for players. */
export const usePageOfTransaction = (network: Network, hash: string): string => {
  const config = useQuery({ ...queries.player.config(), staleTime: Infinity })
  const solana = config.data?.solana.explorerUrl
  return network === 'solana' && solana
    ? solana.replaceAll(SIGNATURE_TOKEN, () => encodeURIComponent(hash))
    : transactionPageOf(network, hash)
}
