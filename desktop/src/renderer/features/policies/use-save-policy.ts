import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleChanges, WalletPolicy } from '@openauth/client'
import { client, queries } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useUserChanged } from '../../api/use-user-changed.ts'
import { policyTitles, type Policies } from './rule-text.ts'

/** What another operator changed, and the policy as it is now. */
export interface OtherRules {
  policies: Policies
  names: (keyof WalletPolicy)[]
}

const changedRules = ({ own: before }: Policies, { own: after }: Policies): (keyof WalletPolicy)[] =>
  (Object.keys(policyTitles) as (keyof WalletPolicy)[]).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )

/** Whose rules are changed: those of an app, or of one of its users. */
export interface PolicyOwner {
  appId: string
  userId?: string
}

/** How the policy of an owner is read. */
const queryOf = ({ appId, userId }: PolicyOwner) =>
  userId === undefined ? queries.walletPolicies.get({ appId }) : queries.walletPolicies.getOfUser({ appId, id: userId })

type Changes = RuleChanges & { expectedUpdatedAt: Policies['updatedAt'] }

const update = ({ appId, userId }: PolicyOwner, changes: Changes): Promise<Policies> => {
  if (userId === undefined) return client.walletPolicies.update({ ...changes, appId })
  const { partnerLimits: _, ...ofUser } = changes
  return client.walletPolicies.updateOfUser({ ...ofUser, appId, id: userId })
}

/**
 * Saves rules of an app or of a user, unless somebody else changed some since they were shown here. Then `save` rejects, `others` says
 * what is different now, and the next `save` counts from there.
 * @param isEdited While something is typed, changes are made on top of the policy as it was then.
 */
export const useSavePolicy = (owner: PolicyOwner, policies: Policies, isEdited: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useUserChanged()
  const [seen, setSeen] = useState(policies)
  const [others, setOthers] = useState<OtherRules>()
  const one = queryOf(owner)
  if (!isEdited && seen !== policies) setSeen(policies)

  const save = async (changes: RuleChanges): Promise<void> => {
    try {
      const saved = await update(owner, { ...changes, expectedUpdatedAt: seen.updatedAt })
      setSeen(saved)
      setOthers(undefined)
      queryClient.setQueryData(one.queryKey, saved)
      await changed()
      toast.success(t('policies.saved'))
    } catch (error) {
      if (codeOf(error as Error) !== 'changed_meanwhile') throw error
      const now = await queryClient.fetchQuery({ ...one, staleTime: 0 })
      setOthers({ policies: now, names: changedRules(seen, now) })
      setSeen(now)
      throw new Error(t('appSettings.notSaved'), { cause: error })
    }
  }
  return { save, others }
}
