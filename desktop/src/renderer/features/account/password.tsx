import { Card } from '@openauth/ui/card'
import { PageHeader } from '@openauth/ui/page-header'
import { PasswordField } from '@openauth/ui/password-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { whoamiQuery } from '../../api/rights.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import './account.css'

interface FieldsProps {
  error: Error | null
  hasMismatch: boolean
}

const Fields = ({ error, hasMismatch }: FieldsProps) => {
  const t = useTranslate()
  return (
    <>
      <CurrentPassword error={error} />
      <PasswordField
        label={t('account.newPassword')}
        name="password"
        hint={t('account.passwordHint')}
        autoComplete="new-password"
        error={issueOf(error, 'password')}
      />
      <PasswordField
        label={t('account.repeat')}
        name="repeated"
        autoComplete="new-password"
        error={hasMismatch ? t('account.differ') : undefined}
      />
    </>
  )
}

const ChangePassword = ({ id }: { id: number }) => {
  const t = useTranslate()
  const [hasMismatch, setMismatch] = useState(false)
  const [saved, setSaved] = useState(0)
  const update = useMutation({
    ...queries.admins.update(),
    onSuccess: () => {
      toast.success(t('account.passwordChanged'))
      setSaved((count) => count + 1)
    },
  })
  const submit = ({ currentPassword = '', password = '', repeated }: FormValues) => {
    setMismatch(password !== repeated)
    return password === repeated ? update.mutateAsync({ id, password, currentPassword }) : undefined
  }
  return (
    // A new key empties the fields, which contain secrets, once they were saved.
    <EntryForm
      key={saved}
      submitLabel={t('account.changePassword')}
      isBusy={update.isPending}
      error={update.error}
      fields={['currentPassword', 'password']}
      onSubmit={submit}
    >
      <Fields error={update.error} hasMismatch={hasMismatch} />
    </EntryForm>
  )
}

/** The operator's own password. */
export const OwnPassword = () => {
  const t = useTranslate()
  const me = useQuery(whoamiQuery)
  return (
    <div className="screen account-narrow">
      <title>{`${t('account.password')} · OpenAuth`}</title>
      <PageHeader title={t('account.password')} description={t('account.passwordLead')} />
      <Card>
        <Loaded query={me}>{({ id }) => <ChangePassword id={id} />}</Loaded>
      </Card>
    </div>
  )
}
