import { Button } from '@openauth/ui/button'
import { CodeBlock } from '@openauth/ui/code-block'
import { Dialog, DialogClose } from '@openauth/ui/dialog'
import { SecretValue } from '@openauth/ui/secret-value'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/queries.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { EntryForm } from '../../../components/entry-form.tsx'
import { issueOf } from '../../../components/problems.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useShownUser } from './user-ref.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command that reads a token without its being in the shell's history, and a call with it. */
const command = `read -rs OPENAUTH_USER_TOKEN && export OPENAUTH_USER_TOKEN
openauth user account profile`

const AskReason = ({ onBegun }: { onBegun: (token: string) => void }) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const changed = useUserChanged()
  const begin = useMutation({
    mutationFn: (reason: string) => client.users.impersonate({ ...scope, reason }),
    // What it returned is the token itself.
    gcTime: 0,
    onSuccess: async ({ token }) => {
      await changed()
      onBegun(token)
    },
  })
  return (
    <EntryForm
      submitLabel={t('users.impersonate')}
      isBusy={begin.isPending}
      error={begin.error}
      fields={['reason']}
      onSubmit={({ reason = '' }) => begin.mutateAsync(reason)}
    >
      <TextField
        label={t('users.impersonateReason')}
        name="reason"
        hint={t('users.impersonateReasonHint')}
        maxLength={500}
        error={issueOf(begin.error, 'reason')}
      />
    </EntryForm>
  )
}

/** Asks why an admin acts in the name of the user, then shows the token once, with the command that takes it. */
export const Impersonate = ({ open, onOpenChange }: Props) => {
  const t = useTranslate()
  const [token, setToken] = useState<string>()
  const change = (isOpen: boolean) => {
    if (!isOpen) setToken(undefined)
    onOpenChange(isOpen)
  }
  return (
    <Dialog
      title={t('users.impersonate')}
      description={t(token === undefined ? 'users.impersonateLead' : 'users.impersonateShown')}
      open={open}
      onOpenChange={change}
      isSticky
      footer={
        token !== undefined && <DialogClose render={<Button variant="primary">{t('users.impersonateDone')}</Button>} />
      }
    >
      {token === undefined ? (
        <AskReason onBegun={setToken} />
      ) : (
        <>
          <SecretValue value={token} name={t('users.impersonateToken')} />
          <CodeBlock code={command} title={t('account.commandLine')} />
        </>
      )}
    </Dialog>
  )
}
