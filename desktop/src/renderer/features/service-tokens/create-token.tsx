import { type Admin, isServiceTokenCalls } from '@openauth/client'
import { Dialog } from '@openauth/ui/dialog'
import { Select } from '@openauth/ui/select'
import { TextField } from '@openauth/ui/text-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { useOwnAdmin } from '../../api/rights.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Rights, RightsFields } from '../admins/rights-fields.tsx'
import { callsIn, type Lifetime, lifetimes, serviceTokensQuery } from './service-token.ts'

interface Props {
  /** Gets the new token, which the server tells only now. */
  onCreated: (value: string) => void
  onClose: () => void
}

const create = async (
  { name = '', calls: typed = '', currentPassword = '' }: FormValues,
  rights: Rights,
  days: Lifetime,
) => {
  const calls = callsIn(typed)
  const input = { name, ...rights, calls: calls.length > 0 ? calls : null, expiresInDays: Number(days) }
  return (await client.serviceTokens.create({ ...input, currentPassword })).token
}

const useCreate = (onCreated: Props['onCreated']) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: { values: FormValues; rights: Rights; days: Lifetime }) =>
      create(given.values, given.rights, given.days),
    // What it returned is the token itself.
    gcTime: 0,
    onSuccess: async (token) => {
      await queryClient.invalidateQueries({ queryKey: serviceTokensQuery.queryKey })
      onCreated(token)
    },
  })
}

const DaysField = ({ days, onChange }: { days: Lifetime; onChange: (days: Lifetime) => void }) => {
  const t = useTranslate()
  return (
    <Select
      label={t('serviceTokens.lifetime')}
      options={lifetimes.map((value) => ({ value, label: t('serviceTokens.days', { count: Number(value) }) }))}
      value={days}
      onValueChange={onChange}
    />
  )
}

const Body = ({ onCreated, own }: Pick<Props, 'onCreated'> & { own: Admin }) => {
  const t = useTranslate()
  const [rights, setRights] = useState<Rights>({ role: 'viewer', apps: own.apps })
  const [days, setDays] = useState<Lifetime>('30')
  const [unknownCall, setUnknownCall] = useState<string>()
  const mutation = useCreate(onCreated)
  const { error } = mutation
  const submit = (values: FormValues) => {
    const unknown = callsIn(values['calls'] ?? '').find((call) => !isServiceTokenCalls(call))
    setUnknownCall(unknown)
    return unknown === undefined ? mutation.mutateAsync({ values, rights, days }) : undefined
  }
  return (
    <EntryForm
      submitLabel={t('serviceTokens.create')}
      isBusy={mutation.isPending}
      error={error}
      fields={['name', 'role', 'apps', 'currentPassword']}
      onSubmit={submit}
    >
      <TextField
        label={t('serviceTokens.name')}
        name="name"
        hint={t('serviceTokens.nameHint')}
        error={issueOf(error, 'name')}
      />
      <DaysField days={days} onChange={setDays} />
      <RightsFields rights={rights} error={error} onChange={setRights} most={own.role} isChoosing={own.apps !== null} />
      <TextField
        label={t('serviceTokens.calls')}
        name="calls"
        hint={t('serviceTokens.callsHint')}
        spellCheck={false}
        autoCapitalize="none"
        error={unknownCall === undefined ? undefined : t('serviceTokens.unknownCall', { call: unknownCall })}
      />
      <CurrentPassword error={error} />
    </EntryForm>
  )
}

/** Asks what a new token is for, and creates it. */
export const CreateToken = ({ onCreated, onClose }: Props) => {
  const t = useTranslate()
  const own = useOwnAdmin()
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t('serviceTokens.create')}
      description={t('serviceTokens.createLead')}
    >
      {own && <Body onCreated={onCreated} own={own} />}
    </Dialog>
  )
}
