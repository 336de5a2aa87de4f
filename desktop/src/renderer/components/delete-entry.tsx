import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { useTranslate } from '../i18n/i18n.ts'

interface Props {
  name: string
  /** The button's: "Delete client". */
  label: string
  /** What the deletion means, read before it. */
  consequences: string
  remove: () => Promise<unknown>
  /** Reads anew what shows entries. */
  changed: () => Promise<unknown>
  /** Called once it is deleted. */
  onDone: () => void
}

/** The button that deletes what a panel shows, after its consequences were read. */
export const DeleteEntry = ({ name, label, consequences, remove, changed, onDone }: Props) => {
  const t = useTranslate()
  const confirm = async () => {
    await remove()
    onDone()
    await changed()
    toast.success(t('content.deleted', { name }))
  }
  return (
    <ConfirmDialog
      title={t('content.deleteTitle', { name })}
      description={consequences}
      confirmLabel={t('content.delete')}
      onConfirm={confirm}
      trigger={<Button variant="danger">{label}</Button>}
    />
  )
}
