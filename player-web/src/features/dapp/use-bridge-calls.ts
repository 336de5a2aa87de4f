import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { notify } from '../../components/notify.ts'
import { t } from '../../i18n/i18n.ts'
import { errorText } from '../../session/login/error-text.ts'
import type { WalletCalls } from './bridge/calls.ts'
import { fromBase58 } from './bridge/from-base58.ts'

const groups = { solana: endpoints.solana, dappPermissions: endpoints.dappPermissions }

/** A dapp may hide that signing failed after the user's approval, so that the wallet shows the error. */
const withErrorToast = async <T>(signing: Promise<T>): Promise<T> =>
  signing.catch((error: Error) => {
    notify.error(t('bridge.signFailed', { reason: errorText(error) }))
    throw error
  })

/** The calls of the user of this session, for the dapp of an origin. */
export const useBridgeCalls = (origin: string, name: string): WalletCalls => {
  const { client, callsOf, profile } = useOpenAuth()
  const cache = useQueryClient()
  const userId = profile?.id
  return useMemo(() => {
    const calls = callsOf(groups)
    const permissionsKey = ['dappPermissions', userId]
    return {
      address: async () => {
        // The cache entry of useWallets, which usually exists.
        const queryKey = ['getOpenAuthWallets', userId]
        const queryFn = () => client.account.wallets()
        return (await cache.fetchQuery({ queryKey, queryFn, staleTime: Infinity })).solWallet
      },
      isAllowed: async () => {
        const queryFn = () => calls.dappPermissions.list()
        const list = await cache.fetchQuery({ queryKey: permissionsKey, queryFn, staleTime: 5000 })
        return list.some((permission) => permission.origin === origin)
      },
      remember: async () => {
        await calls.dappPermissions.grant({ origin, name })
        await cache.invalidateQueries({ queryKey: permissionsKey })
      },
      signMessage: async (message) =>
        fromBase58((await withErrorToast(calls.solana.signMessage({ message }))).signature),
      preview: (transaction) => calls.solana.previewTransaction({ transaction }),
      signTransaction: async (transaction) =>
        (await withErrorToast(calls.solana.signTransaction({ transaction, isSend: false }))).transaction,
    }
  }, [callsOf, cache, client, name, origin, userId])
}
