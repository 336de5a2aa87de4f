import { endpoints, networkFacts, type UserDeletion } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Notice } from '@openauth/ui/notice'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../../api/queries.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { May } from '../../../components/may.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useShownUser } from './user-ref.ts'

const Cancel = ({ onCancelled }: { onCancelled: () => Promise<unknown> }) => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const { scope } = useShownUser()
  const changed = useUserChanged()
  const cancel = async () => {
    await client.deletions.cancel(scope)
    toast.success(t('users.deletionCancelled'))
    await Promise.all([onCancelled(), changed()])
  }
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('users.cancelDeletion')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('users.cancelDeletion')}
        description={t('users.cancelDeletionLead')}
        confirmLabel={t('users.cancelDeletion')}
        onConfirm={cancel}
      />
    </>
  )
}

/** Where the wallets held something when the user asked, or nobody could tell. */
const Held = ({ holdings }: Pick<UserDeletion, 'holdings'>) => {
  const t = useTranslate()
  if (holdings.length === 0) return null
  const names = holdings.map(({ network }) => networkFacts[network].title).join(', ')
  return <p>{t('users.deletionHoldings', { names })}</p>
}

/** That the user asked for the deletion of the account, which is still to come. */
export const PendingDeletion = () => {
  const t = useTranslate()
  const { appId, user } = useShownUser()
  const list = useQuery(queries.deletions.list({ appId, userId: user.id }))
  const pending = list.data?.data[0]
  if (!pending) return null
  return (
    <Notice
      tone="warning"
      title={
        <>
          {t('users.deletionDue')} <Time at={pending.dueAt} isExact />
        </>
      }
      action={
        pending.isRepeated ? undefined : (
          <May call={endpoints.deletions.cancel}>
            <Cancel onCancelled={() => list.refetch()} />
          </May>
        )
      }
    >
      <p>{t(pending.waitsFor === 'sends' ? 'users.deletionWaits' : 'users.deletionLead')}</p>
      <Held holdings={pending.holdings} />
    </Notice>
  )
}
