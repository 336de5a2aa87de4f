import type { App } from '@openauth/client'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  trigger?: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated?: (app: App) => void
  /** The app to copy the settings of. */
  source?: App | undefined
}

/** Creates an app by its name, as a copy where there is a source. */
const useCreate = (source: App | undefined, onDone: (app: App) => void) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      source ? client.apps.duplicate({ id: source.id, name }) : client.apps.create({ name }),
    onSuccess: async (app) => {
      await queryClient.invalidateQueries({ queryKey: queries.apps.list().queryKey })
      toast.success(t('apps.createdToast', { name: app.name }))
      onDone(app)
    },
  })
}

const Body = ({ source, onDone }: { source: App | undefined; onDone: (app: App) => void }) => {
  const t = useTranslate()
  const create = useCreate(source, onDone)
  return (
    <EntryForm
      submitLabel={t(source ? 'apps.duplicate' : 'apps.create')}
      isBusy={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={({ name = '' }) => create.mutateAsync({ name })}
    >
      <TextField label={t('apps.name')} name="name" error={issueOf(create.error, 'name')} />
    </EntryForm>
  )
}

/** Asks for the name of a new app and creates it. */
export const CreateApp = ({ trigger, open, onOpenChange, onCreated, source }: Props) => {
  const t = useTranslate()
  const done = (app: App) => {
    onOpenChange(false)
    onCreated?.(app)
  }
  return (
    <Dialog
      title={source ? t('apps.duplicateTitle', { name: source.name }) : t('apps.create')}
      description={t(source ? 'apps.duplicateLead' : 'apps.createLead')}
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Body source={source} onDone={done} />
    </Dialog>
  )
}
