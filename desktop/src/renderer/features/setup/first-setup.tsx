import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { client, queries, serverQuery } from '../../api/queries.ts'
import { Field } from '../../components/field.tsx'
import { Form, type FormValues } from '../../components/form.tsx'
import { Panel } from '../../components/panel.tsx'
import { codeOf, issueOf } from '../../components/problems.ts'
import { ServerLine } from '../server/server-line.tsx'
import { mismatchMessage } from './passwords.ts'

interface Credentials {
  username: string
  password: string
}

const createAndSignIn = async ({ setupCode, ...credentials }: Credentials & { setupCode: string }): Promise<void> => {
  await client.setup.create({ ...credentials, ...(setupCode ? { setupCode } : {}) })
  await client.setup.login(credentials)
}

const isOnThisMachine = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)

/** Creates the first admin of a new server and signs in. */
export const FirstSetup = ({ address }: { address: string }) => {
  const queryClient = useQueryClient()
  const [repeated, setRepeated] = useState<string>()
  const create = useMutation({
    mutationFn: createAndSignIn,
    onSuccess: () => toast.success('The server is set up'),
    // Also after an error: another operator may have been first, or only the sign-in may have failed.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: queries.setup.config().queryKey })
    },
  })
  const needsCode = !isOnThisMachine(address) || codeOf(create.error) === 'setup_code_required'
  const submit = ({ username = '', password = '', repeat = '', setupCode = '' }: FormValues) => {
    const problem = mismatchMessage(password, repeat)
    setRepeated(problem)
    if (!problem) create.mutate({ username, password, setupCode })
  }
  return (
    <Panel title="Set up this server" lead={<ServerLine address={address} />}>
      <p className="lead">It has no admin yet. The first account is an admin with all rights.</p>
      <Form
        submitLabel="Create admin"
        busyLabel="Creating"
        isBusy={create.isPending}
        error={create.error}
        fields={['username', 'password', 'setupCode']}
        onSubmit={submit}
      >
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="3 to 64 characters"
          problem={issueOf(create.error, 'username')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          problem={issueOf(create.error, 'password')}
        />
        <Field label="Repeat password" name="repeat" type="password" autoComplete="new-password" problem={repeated} />
        {needsCode && (
          <Field
            label="Set-up code"
            name="setupCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="The server prints it when it starts and stores it in its data folder (setup-code)"
            problem={issueOf(create.error, 'setupCode')}
          />
        )}
      </Form>
    </Panel>
  )
}
