import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'

interface Props {
  admin: Admin
  isOwn: boolean
  onClose: () => void
}

/** Asks for the name before an admin is deleted. Somebody else may have deleted it by then. */
export const DeleteAdmin = ({ admin, isOwn, onClose }: Props) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const remove = useMutation(queries.admins.delete())
  const confirm = async () => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: queries.admins.list().queryKey })
    try {
      await remove.mutateAsync({ id: admin.id })
      toast.success(t('admins.deleted', { name: admin.username }))
    } catch (error) {
      if (codeOf(error as Error) !== 'admin_not_found') throw error
      toast.info(t('admins.gone', { name: admin.username }))
    }
    await refresh()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('admins.deleteTitle', { name: admin.username })}
      description={isOwn ? t('admins.deleteOwn') : t('admins.deleteLead')}
      confirmLabel={t('admins.delete')}
      typedName={admin.username}
      onConfirm={confirm}
    />
  )
}
