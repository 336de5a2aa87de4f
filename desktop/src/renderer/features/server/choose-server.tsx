import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { serverQuery, setServer } from '../../api/queries.ts'
import { clearQueries } from '../../api/query-client.ts'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Panel } from '../../components/panel.tsx'
import { issueOf } from '../../components/problems.ts'

/** The default address of a server on this machine. */
const localAddress = 'http://localhost:5566'

/** Asks for the server to administer. */
export const ChooseServer = ({ address }: { address: string | null }) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const choose = useMutation({
    mutationFn: setServer,
    onSuccess: async (server) => {
      clearQueries(queryClient)
      queryClient.setQueryData(serverQuery.queryKey, server)
      await navigate('/', { replace: true })
    },
  })
  return (
    <Panel title="Choose a server" lead="The address of your OpenAuth server.">
      <Form
        submitLabel="Continue"
        busyLabel="Saving"
        isBusy={choose.isPending}
        error={choose.error}
        fields={['address']}
        onSubmit={({ address: typed = '' }) => choose.mutate(typed)}
      >
        <Field
          label="Server address"
          name="address"
          type="url"
          defaultValue={address ?? localAddress}
          spellCheck={false}
          required
          hint="Such as https://auth.example.com"
          problem={issueOf(choose.error, 'address')}
        />
      </Form>
    </Panel>
  )
}
