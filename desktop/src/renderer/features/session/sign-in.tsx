import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queries, serverQuery } from '../../api/queries.ts'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Panel } from '../../components/panel.tsx'
import { issueOf } from '../../components/problems.ts'
import { ServerLine } from '../server/server-line.tsx'

/** Signs in an admin; the token stays in the main process. */
export const SignIn = ({ address }: { address: string }) => {
  const queryClient = useQueryClient()
  const signIn = useMutation({
    ...queries.setup.login(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: serverQuery.queryKey }),
  })
  const { error } = signIn
  return (
    <Panel title="Sign in" lead={<ServerLine address={address} />}>
      <Form
        submitLabel="Sign in"
        busyLabel="Signing in"
        isBusy={signIn.isPending}
        error={error}
        fields={['username', 'password']}
        onSubmit={({ username = '', password = '' }) => signIn.mutate({ username, password })}
      >
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          problem={issueOf(error, 'username')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          problem={issueOf(error, 'password')}
        />
      </Form>
    </Panel>
  )
}
