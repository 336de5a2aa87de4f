import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { notify } from '../../components/notify.ts'
import { t } from '../../i18n/i18n.ts'
import { errorText } from '../../session/login/error-text.ts'
import { useCallQueries } from '../../session/queries.ts'
import type { WalletCalls } from './bridge/calls.ts'
import { fromBase58 } from './bridge/from-base58.ts'

const tables = { account: endpoints.account, solana: endpoints.solana, dappPermissions: endpoints.dappPermissions }

/** A dapp may hide that signing failed after the user's approval, so that the wallet shows the error. */
const withErrorToast = async <T>(signing: Promise<T>): Promise<T> =>
  signing.catch((error: Error) => {
    notify.error(t('bridge.signFailed', { reason: errorText(error) }))
    throw error
  })

/** The calls of the user of this session, for the dapp of an origin. */
export const useBridgeCalls = (origin: string, name: string): WalletCalls => {
  const { callsOf } = useOpenAuth()
  const cache = useQueryClient()
  const queries = useCallQueries(tables)
  return useMemo(() => {
    const calls = callsOf(tables)
    const permissions = queries.dappPermissions.list()
    return {
      // The cache entry of useWallets, which usually exists.
      address: async () => (await cache.fetchQuery({ ...queries.account.wallets(), staleTime: Infinity })).solWallet,
      isAllowed: async () => {
        const list = await cache.fetchQuery({ ...permissions, staleTime: 5000 })
        return list.some((permission) => permission.origin === origin)
      },
      remember: async () => {
        await calls.dappPermissions.grant({ origin, name })
        await cache.invalidateQueries({ queryKey: permissions.queryKey })
      },
      signMessage: async (message) =>
        fromBase58((await withErrorToast(calls.solana.signMessage({ message }))).signature),
      preview: (transaction) => calls.solana.previewTransaction({ transaction }),
      signTransaction: async (transaction) =>
        (await withErrorToast(calls.solana.signTransaction({ transaction, isSend: false }))).transaction,
    }
  }, [callsOf, cache, queries, name, origin])
}
