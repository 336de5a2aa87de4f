import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { ReadOnly } from '@openauth/ui/read-only'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { type AdminCall, hasRoleFor, useMay, useOwnAdmin } from '../api/rights.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { roleTitles } from '../lib/roles.ts'

interface Props {
  /** The call behind what is shown. */
  call: AdminCall
  children: ReactNode
}

/** What leads to a call, left out where the own role or apps do not allow it. */
export const May = ({ call, children }: Props) => useMay(call) && children

/** In place of what the own role or apps do not allow: why, and who can change that. */
export const NotAllowed = ({ call }: Pick<Props, 'call'>) => {
  const t = useTranslate()
  const admin = useOwnAdmin()
  if (!admin) return null
  const role = t(roleTitles[admin.role])
  const needed = t(roleTitles[call.role ?? 'owner'])
  return (
    <EmptyState
      icon={<Lock size={18} />}
      title={t(hasRoleFor(admin, call) ? 'roles.outside' : 'roles.notAllowed', { role })}
      reason={t(hasRoleFor(admin, call) ? 'roles.outsideReason' : 'roles.notAllowedReason', { role, needed })}
    />
  )
}

/** A form for what exists: its fields can be read and what changes them is left out where the call that saves is not allowed. */
export const MayEdit = ({ call, children }: Props) => {
  const t = useTranslate()
  const may = useMay(call)
  if (may) return children
  return (
    <>
      <Notice tone="info" title={t('roles.readOnly')} />
      <ReadOnly>{children}</ReadOnly>
    </>
  )
}
