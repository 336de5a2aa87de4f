import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { client, queries, serverQuery } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { NewCredentials } from '../../components/new-credentials.tsx'
import { Panel } from '../../components/panel.tsx'
import { codeOf, issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ServerLine } from '../server/server-line.tsx'
import { isFirstTime } from './first-time.ts'
import { Steps } from './steps.tsx'

interface Credentials {
  username: string
  password: string
}

const createAndSignIn = async ({ setupCode, ...credentials }: Credentials & { setupCode: string }): Promise<void> => {
  await client.setup.create({ ...credentials, ...(setupCode ? { setupCode } : {}) })
  await client.setup.login(credentials)
}

const isOnThisMachine = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)

const useCreateAdmin = () => {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createAndSignIn,
    onSuccess: async () => {
      toast.success(t('setup.done'))
      isFirstTime.set(true)
      await navigate('/welcome', { replace: true })
    },
    // Also after an error: another operator may have been first, or only the sign-in may have failed.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: queries.setup.config().queryKey })
    },
  })
}

const SetupCode = ({ error }: { error: Error | null }) => {
  const t = useTranslate()
  return (
    <TextField
      label={t('setup.code')}
      name="setupCode"
      autoCapitalize="characters"
      spellCheck={false}
      hint={t('setup.codeHint')}
      error={issueOf(error, 'setupCode')}
    />
  )
}

/** Creates the first admin of a new server, signs in, and goes on to the first app. */
export const FirstSetup = ({ address }: { address: string }) => {
  const t = useTranslate()
  const [differs, setDiffers] = useState(false)
  const create = useCreateAdmin()
  const needsCode = !isOnThisMachine(address) || codeOf(create.error) === 'setup_code_required'
  const submit = ({ username = '', password = '', repeat = '', setupCode = '' }: FormValues) => {
    setDiffers(password !== repeat)
    return password === repeat ? create.mutateAsync({ username, password, setupCode }) : undefined
  }
  return (
    <Panel title={t('setup.title')} top={<Steps current={0} />} lead={<ServerLine address={address} />}>
      <p className="panel-lead">{t('setup.lead')}</p>
      <EntryForm
        submitLabel={t('setup.createAdmin')}
        isBusy={create.isPending}
        error={create.error}
        fields={['username', 'password', 'setupCode']}
        onSubmit={submit}
      >
        <NewCredentials error={create.error} differs={differs} />
        {needsCode && <SetupCode error={create.error} />}
      </EntryForm>
    </Panel>
  )
}
