import type { Approval } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'

export type { Approval }

/** Lists of the screen: what waits, or all. */
export type Shown = '' | 'all'

/** A page of requests. */
export const approvalsQuery = (shown: Shown, page: number, limit: number) =>
  queries.approvals.list({ page, limit, ...(shown === '' ? { state: 'pending' as const } : {}) })

export const fourEyesQuery = queries.fourEyes.get()

/** Reads anew what an approval changes: nearly everything of the console can. */
export const useApprovalsChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}
