import { Button } from '@openauth/ui/button'
import { Dialog, DialogClose } from '@openauth/ui/dialog'
import { SecretValue } from '@openauth/ui/secret-value'
import { useTranslate } from '../i18n/i18n.ts'

interface Props {
  /** The key; undefined closes the dialog and forgets it. */
  value: string | undefined
  /** What it is called, for its buttons. Default: an API key. */
  name?: string
  title: string
  description: string
  onClose: () => void
}

/** Shows a key that is nowhere else on the page: not in the cache of queries, nor in the address. */
export const ShownOnce = ({ value, name, title, description, onClose }: Props) => {
  const t = useTranslate()
  const close = <DialogClose render={<Button variant="primary">{t('secrets.stored')}</Button>} />
  return (
    <Dialog
      title={title}
      description={description}
      open={value !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={close}
      isSticky
    >
      {value !== undefined && <SecretValue value={value} name={name ?? t('secrets.key')} shownEnd={4} />}
    </Dialog>
  )
}
