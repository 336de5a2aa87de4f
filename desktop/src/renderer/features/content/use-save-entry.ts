import { useQueryClient } from '@tanstack/react-query'
import { useSaveVersioned } from '../../components/use-save-versioned.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { changedFields, entriesQuery, type Entry, type ListName, lists } from './lists.ts'

/** Reads a list of content anew, and what tells of its changes. */
export const useContentChanged = (list: ListName): (() => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: entriesQuery(list).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['audit'] }),
    ])
}

/** Adds or saves an entry of a list of content: see useSaveVersioned. */
export const useSaveEntry = (list: ListName, entry: Entry | undefined, isGone: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useContentChanged(list)
  const { notFound, create, update } = lists[list]
  return useSaveVersioned<Entry>(
    {
      notFound,
      create,
      changed,
      nameOf: ({ name }) => name,
      update: (seen, _, edited) => update(seen.id, edited, seen.updatedAt),
      read: async ({ id }) => {
        const entries = await queryClient.fetchQuery({ ...entriesQuery(list), staleTime: 0 })
        return entries.find((entry) => entry.id === id)
      },
      changedFields: (before, now) =>
        changedFields(list, before, now).map(({ label, value }) => ({ label: t(label), value })),
    },
    entry,
    isGone,
  )
}
