import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  appId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gets the new key, which the server tells only now. */
  onCreated: (value: string) => void
}

const Body = ({ appId, onCreated }: Pick<Props, 'appId' | 'onCreated'>) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (name: string) => client.appSecrets.create({ appId, name }),
    // What it returned is the key itself.
    gcTime: 0,
    onSuccess: async ({ appSecret }) => {
      await queryClient.invalidateQueries({ queryKey: queries.appSecrets.list({ appId }).queryKey })
      onCreated(appSecret)
    },
  })
  return (
    <EntryForm
      submitLabel={t('secrets.create')}
      isBusy={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={({ name = '' }) => create.mutateAsync(name)}
    >
      <TextField
        label={t('secrets.name')}
        name="name"
        hint={t('secrets.nameHint')}
        error={issueOf(create.error, 'name')}
      />
    </EntryForm>
  )
}

/** Asks for the name of a new read key and creates it. */
export const CreateKey = ({ appId, open, onOpenChange, onCreated }: Props) => {
  const t = useTranslate()
  const done = (value: string) => {
    onOpenChange(false)
    onCreated(value)
  }
  return (
    <Dialog title={t('secrets.create')} description={t('secrets.createLead')} open={open} onOpenChange={onOpenChange}>
      <Body appId={appId} onCreated={done} />
    </Dialog>
  )
}
