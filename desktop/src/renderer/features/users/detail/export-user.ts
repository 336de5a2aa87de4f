import { downloadText } from '@openauth/ui/csv'
import { toast } from '@openauth/ui/toaster'
import { client } from '../../../api/queries.ts'
import type { Translate } from '../../../i18n/i18n.ts'

let isRunning = false

/** Saves everything that the server has about a user, which has no secrets in it, as a JSON file. */
export const exportUser = async (scope: { appId: string; id: string }, t: Translate): Promise<void> => {
  if (isRunning) return
  isRunning = true
  try {
    const data = await client.users.export(scope)
    downloadText(`user-${scope.id}.json`, `${JSON.stringify(data, null, 2)}\n`, 'application/json')
    toast.success(t('users.exportedJson'))
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error))
  } finally {
    isRunning = false
  }
}
