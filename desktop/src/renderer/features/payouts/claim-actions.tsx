import { endpoints } from '@openauth/client'
import type { AdminRingClaim } from '@openauth/client'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem } from '@openauth/ui/menu'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { ConfirmWithReason } from '../../components/confirm-with-reason.tsx'
import { useRights } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  appId: string
  claim: AdminRingClaim
}

type Asked = 'retry' | 'return'

/** Reads anew what a decision about a claim changes. */
const useClaimsChanged = () => {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        ['ringClaims', 'treasury', 'gamePlayers', 'attention', 'audit'].includes(String(queryKey[0])),
    })
}

const Retry = ({ appId, claim, onDone }: Props & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useClaimsChanged()
  const retry = async () => {
    try {
      await client.ringClaims.retry({ appId, userId: claim.userId, id: claim.id })
    } finally {
      await changed()
    }
    toast.success(t('payouts.retried'))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t('payouts.retry')}
      description={t('payouts.retryLead')}
      confirmLabel={t('payouts.retry')}
      isDanger={false}
      onConfirm={retry}
    />
  )
}

const Return = ({ appId, claim, onDone }: Props & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useClaimsChanged()
  const giveBack = async (reason: string) => {
    try {
      await client.ringClaims.return({ appId, userId: claim.userId, id: claim.id, reason })
    } finally {
      await changed()
    }
    toast.success(t('payouts.returnedToast'))
  }
  return (
    <ConfirmWithReason
      open
      onOpenChange={onDone}
      title={t('payouts.return')}
      description={t('payouts.returnLead', { rings: claim.rings })}
      confirmLabel={t('payouts.return')}
      isDanger={false}
      onConfirm={giveBack}
    />
  )
}

/** What can be done with a claim that has failed or waits; nothing with others. */
export const ClaimActions = (props: Props) => {
  const t = useTranslate()
  const [asked, setAsked] = useState<Asked>()
  const { status, rings } = props.claim
  const may = useRights()
  const canRetry = status === 'failed' && may(endpoints.ringClaims.retry)
  const canReturn = (status === 'failed' || status === 'queued') && may(endpoints.ringClaims.return)
  const done = () => setAsked(undefined)
  const label = t('payouts.actionsOf', { rings })
  return (
    <>
      {(canRetry || canReturn) && (
        <Menu trigger={<IconButton size="small" label={label} icon={<Ellipsis size={16} />} />}>
          {canRetry && <MenuItem onSelect={() => setAsked('retry')}>{t('payouts.retry')}</MenuItem>}
          {canReturn && <MenuItem onSelect={() => setAsked('return')}>{t('payouts.return')}</MenuItem>}
        </Menu>
      )}
      {/* A dialog stays where the claim has changed meanwhile: it says why nothing was done. */}
      {asked === 'retry' && <Retry {...props} onDone={done} />}
      {asked === 'return' && <Return {...props} onDone={done} />}
    </>
  )
}
