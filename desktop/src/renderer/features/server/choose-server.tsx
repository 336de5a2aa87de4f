import { TextField } from '@openauth/ui/text-field'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { serverQuery, setServer } from '../../api/queries.ts'
import { clearQueries } from '../../api/query-client.ts'
import { EntryForm } from '../../app/entry-form.tsx'
import { LoadingPanel, Panel } from '../../app/panel.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** The default address of a server on this machine. */
const localAddress = 'http://localhost:5566'

const ServerForm = ({ address }: { address: string | null }) => {
  const t = useTranslate()
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
    <EntryForm
      submitLabel={t('server.continue')}
      isBusy={choose.isPending}
      error={choose.error}
      fields={['address']}
      onSubmit={({ address: typed = '' }) => choose.mutate(typed)}
    >
      <TextField
        label={t('server.address')}
        name="address"
        type="url"
        defaultValue={address ?? localAddress}
        spellCheck={false}
        hint={t('server.hint')}
        error={issueOf(choose.error, 'address')}
      />
    </EntryForm>
  )
}

/** Asks for the server to administer. */
export const ChooseServer = () => {
  const t = useTranslate()
  const server = useQuery(serverQuery)
  if (server.isPending) return <LoadingPanel>{t('shell.starting')}</LoadingPanel>
  return (
    <Panel title={t('server.choose')} lead={t('server.lead')}>
      <ServerForm address={server.data?.address ?? null} />
    </Panel>
  )
}
