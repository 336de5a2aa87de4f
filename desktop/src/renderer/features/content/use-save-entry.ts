import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../components/problems.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { changedFields, entriesQuery, type Entry, type ListName, lists } from './lists.ts'

/** What another operator changed: the fields and what they contain now. */
export type OtherFields = { label: MessageId; value: string }[]

/** Reads a list of content anew, and what tells of its changes. */
export const useContentChanged = (list: ListName): (() => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: entriesQuery(list).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['audit'] }),
    ])
}

/**
 * Adds an entry, or saves one unless somebody else changed it since it was shown here. Then `save` rejects, `others` says
 * what is different now, and the next `save` counts from there. Where somebody deleted it, `save` rejects, `isDeleted` says
 * so, and the next `save` adds what is in the form as a new entry. `isGone`: the entry is not in the list as it was read last.
 */
export const useSaveEntry = (list: ListName, entry: Entry | undefined, isGone: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useContentChanged(list)
  const [seen, setSeen] = useState(entry)
  const [others, setOthers] = useState<OtherFields>()
  const [isRefused, setRefused] = useState(false)
  const isDeleted = isGone || isRefused

  const tellDeleted = () => {
    setRefused(true)
    setOthers(undefined)
    throw new Error(t('content.deletedNotSaved'))
  }

  const tellChanges = async (before: Entry) => {
    const entries = await queryClient.fetchQuery({ ...entriesQuery(list), staleTime: 0 })
    const now = entries.find(({ id }) => id === before.id)
    if (!now) return tellDeleted()
    setOthers(changedFields(list, before, now))
    setSeen(now)
  }

  const save = async (values: object, edited: object): Promise<Entry> => {
    if (!seen || isDeleted) {
      const added = await lists[list].create(values)
      await changed()
      toast.success(t('content.added', { name: added.name }))
      return added
    }
    try {
      const saved = await lists[list].update(seen.id, edited, seen.updatedAt)
      setSeen(saved)
      setOthers(undefined)
      await changed()
      toast.success(t('content.saved', { name: saved.name }))
      return saved
    } catch (error) {
      const code = codeOf(error as Error)
      if (code === lists[list].notFound) await changed().then(tellDeleted)
      if (code !== 'changed_meanwhile') throw error
      await tellChanges(seen)
      throw new Error(t('appSettings.notSaved'), { cause: error })
    }
  }
  return { save, others, isDeleted }
}
