import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type ServiceToken, serviceTokensQuery } from './service-token.ts'

/** Asks before a token is revoked. One that has ended by itself is no error. */
export const RevokeToken = ({ token, onClose }: { token: ServiceToken; onClose: () => void }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { id, name } = token
  const revoke = async () => {
    try {
      await client.serviceTokens.revoke({ id })
    } catch (error) {
      if (codeOf(error as Error) !== 'service_token_not_found') throw error
    }
    await queryClient.invalidateQueries({ queryKey: serviceTokensQuery.queryKey })
    toast.success(t('serviceTokens.revoked', { name }))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('serviceTokens.revokeTitle', { name })}
      description={t('serviceTokens.revokeLead')}
      confirmLabel={t('serviceTokens.revoke')}
      onConfirm={revoke}
    />
  )
}
