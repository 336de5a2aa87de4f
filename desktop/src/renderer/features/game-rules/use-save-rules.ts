import type { GameRules, GameRulesVersion } from '@openauth/client'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { changesOf } from './rule-values.ts'

/** The rules that somebody else stored while these were edited, and those that were shown before. */
export interface OtherRules {
  before: GameRules
  now: GameRulesVersion
}

/**
 * Saves rules as a new version, unless somebody else made one since they were shown here. Then `save` rejects, `others` says what is
 * different now, and the next `save` counts from there.
 * @param isEdited While something is typed, changes are made on top of the version as it was then.
 */
export const useSaveRules = (appId: string, stored: GameRulesVersion, isEdited: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(stored)
  const [others, setOthers] = useState<OtherRules>()
  const one = queries.gameRules.get({ appId })
  if (!isEdited && seen !== stored) setSeen(stored)

  const save = async (rules: GameRules): Promise<void> => {
    try {
      const changes = changesOf(seen.rules, rules)
      const saved = await client.gameRules.update({ ...changes, appId, expectedVersion: seen.version })
      setSeen(saved)
      setOthers(undefined)
      queryClient.setQueryData(one.queryKey, saved)
      await Promise.all(
        [['gameRules', 'versions'], ['audit']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      toast.success(t('gameRules.saved', { version: saved.version }))
    } catch (error) {
      if (codeOf(error as Error) !== 'changed_meanwhile') throw error
      const now = await queryClient.fetchQuery({ ...one, staleTime: 0 })
      setOthers({ before: seen.rules, now })
      setSeen(now)
      throw new Error(t('appSettings.notSaved'), { cause: error })
    }
  }
  return { save, others, seen }
}
