import type { App } from '@openauth/client'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { queries } from '../../api/queries.ts'
import { EntryForm } from '../../app/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  trigger?: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated?: (app: App) => void
}

const Body = ({ onDone }: { onDone: (app: App) => void }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const create = useMutation({
    ...queries.apps.create(),
    onSuccess: async (app) => {
      await queryClient.invalidateQueries({ queryKey: queries.apps.list().queryKey })
      toast.success(t('apps.createdToast', { name: app.name }))
      onDone(app)
    },
  })
  return (
    <EntryForm
      submitLabel={t('apps.create')}
      isBusy={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={({ name = '' }) => create.mutate({ name })}
    >
      <TextField label={t('apps.name')} name="name" error={issueOf(create.error, 'name')} />
    </EntryForm>
  )
}

/** Asks for the name of a new app and creates it. */
export const CreateApp = ({ trigger, open, onOpenChange, onCreated }: Props) => {
  const t = useTranslate()
  const done = (app: App) => {
    onOpenChange(false)
    onCreated?.(app)
  }
  return (
    <Dialog
      title={t('apps.create')}
      description={t('apps.createLead')}
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Body onDone={done} />
    </Dialog>
  )
}
