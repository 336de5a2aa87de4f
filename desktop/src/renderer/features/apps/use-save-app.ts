import type { App, CallInput, Contract } from '@openauth/client'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export type AppChanges = Omit<CallInput<Contract['apps']['update']>, 'id' | 'expectedUpdatedAt'>

/** The settings in which two versions of an app differ. */
export const changedSettings = (before: App, after: App): (keyof App)[] =>
  (Object.keys(after) as (keyof App)[]).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** What another operator changed, and the app as it is now. */
export interface OtherChanges {
  app: App
  names: (keyof App)[]
}

/**
 * Saves settings of an app, unless somebody else changed the app since it was shown here. Then `save` rejects, `others`
 * says what is different now, and the next `save` counts from there.
 */
export const useSaveApp = (app: App) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(app)
  const [others, setOthers] = useState<OtherChanges>()
  const one = queries.apps.get({ id: app.id })

  const tellChanges = async () => {
    const now = await queryClient.fetchQuery({ ...one, staleTime: 0 })
    setOthers({ app: now, names: changedSettings(seen, now) })
    setSeen(now)
  }

  const save = async (changes: AppChanges): Promise<void> => {
    try {
      const saved = await client.apps.update({ ...changes, id: app.id, expectedUpdatedAt: seen.updatedAt })
      setSeen(saved)
      setOthers(undefined)
      queryClient.setQueryData(one.queryKey, saved)
      await Promise.all(['list', 'attention', 'audit'].map((name) => refresh(name)))
      toast.success(t('appSettings.saved'))
    } catch (error) {
      if (codeOf(error as Error) === 'app_not_found') await queryClient.invalidateQueries({ queryKey: one.queryKey })
      if (codeOf(error as Error) !== 'changed_meanwhile') throw error
      await tellChanges()
      throw new Error(t('appSettings.notSaved'), { cause: error })
    }
  }
  const refresh = (name: string) =>
    queryClient.invalidateQueries({ queryKey: name === 'list' ? queries.apps.list().queryKey : [name] })
  return { save, others }
}
