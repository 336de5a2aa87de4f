import { useQueryClient } from '@tanstack/react-query'
import { serverQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ServerLine } from '../server/server-line.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The page that signs in an admin. */
export const SignIn = ({ address }: { address: string }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return (
    <Panel title={t('session.signIn')} lead={<ServerLine address={address} />}>
      <SignInForm onSignedIn={() => queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })} />
    </Panel>
  )
}
