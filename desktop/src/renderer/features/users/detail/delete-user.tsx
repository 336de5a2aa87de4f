import { addressPageOf } from '@openauth/client'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { truncateMiddle } from '@openauth/ui/truncate'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { client, queries } from '../../../api/queries.ts'
import { ExternalLink } from '../../../components/external-link.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { typedNameOf, userName } from '../../../lib/user-name.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'
import { networksOf, userWallets } from './wallets.tsx'

/** The wallets, each with a page that shows what is in it: what stays there can be recovered by operators only. */
const WalletsToCheck = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const wallets = useQuery(queries.users.wallets(scope))
  if (!wallets.data) return null
  const addresses = wallets.data
  return (
    <div className="user-warning">
      <p>{t('users.deleteBalances')}</p>
      <ul>
        {userWallets.map(({ chain, field, title }) => (
          <li key={chain}>
            {title}{' '}
            <ExternalLink href={addressPageOf(networksOf(chain)[0]!, addresses[field])}>
              <code>{truncateMiddle(addresses[field], 8, 6)}</code>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks with the user's name to type, warns of what is in its wallets, deletes it and goes back to the list. */
export const DeleteUser = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const changed = useUserChanged()
  const { appId, user, scope } = useShownUser()
  const remove = async () => {
    await client.users.delete(scope)
    toast.success(t('users.deletedToast', { name: userName(user).slice(0, 80) }))
    await navigate(`/apps/${appId}/users`, { replace: true })
    queryClient.removeQueries({ queryKey: queries.users.get(scope).queryKey })
    await changed()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('users.delete')}
      description={t('users.deleteLead')}
      confirmLabel={t('users.delete')}
      typedName={typedNameOf(user)}
      onConfirm={remove}
    >
      <WalletsToCheck />
    </ConfirmDialog>
  )
}
