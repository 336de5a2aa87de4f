import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { type FormEvent, useState } from 'react'
import { client, queries } from '../../../api/queries.ts'
import { codeOf, issueOf } from '../../../components/problems.ts'
import { May } from '../../../components/may.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useSingleSubmit } from '../../../lib/single-submit.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'

/** Saves the id unless another operator changed it since it was shown. `problem` says what the server refused. */
const useSave = (onDone: () => void) => {
  const t = useTranslate()
  const { user, scope } = useShownUser()
  const changed = useUserChanged()
  const [seen, setSeen] = useState(user.externalId)
  const update = useMutation({
    ...queries.users.update(),
    onSuccess: async () => {
      await changed()
      toast.success(t('users.externalIdSaved'))
      onDone()
    },
    // The next submission replaces the value that the message shows.
    onError: async (error) => {
      if (codeOf(error) === 'changed_meanwhile') setSeen((await client.users.get(scope)).externalId)
    },
  })
  const problem =
    codeOf(update.error) === 'changed_meanwhile'
      ? t('users.externalIdMeanwhile', { value: seen ?? '–' })
      : (issueOf(update.error, 'externalId') ?? update.error?.message)
  const save = (externalId: string | null) => update.mutateAsync({ ...scope, externalId, expectedExternalId: seen })
  return { save, problem, isSaving: update.isPending }
}

const Form = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslate()
  const { user } = useShownUser()
  const once = useSingleSubmit()
  const [value, setValue] = useState(user.externalId ?? '')
  const { save, problem, isSaving } = useSave(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void once(() => save(value === '' ? null : value))
  }
  return (
    <form className="user-form" onSubmit={submit} noValidate>
      <TextField
        label={t('users.externalId')}
        value={value}
        spellCheck={false}
        error={problem}
        onChange={(event) => setValue(event.target.value)}
      />
      <div className="user-form-actions">
        <Button type="submit" variant="primary" loading={isSaving}>
          {t('users.save')}
        </Button>
      </div>
    </form>
  )
}

/** The partner's own id of the user, which an operator can change. */
export const ExternalId = () => {
  const t = useTranslate()
  const { user } = useShownUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="user-editable">
      <span dir="auto">{user.externalId ?? '–'}</span>
      <May call={endpoints.users.update}>
        <Dialog
          title={t('users.externalIdEdit')}
          description={t('users.externalIdLead')}
          open={isOpen}
          onOpenChange={setOpen}
          isSticky
          trigger={<IconButton size="small" label={t('users.externalIdEdit')} icon={<Pencil size={14} />} />}
        >
          <Form onDone={() => setOpen(false)} />
        </Dialog>
      </May>
    </span>
  )
}
