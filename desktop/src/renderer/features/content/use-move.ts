import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Beside, entriesQuery, type Entry, type ListName, lists } from './lists.ts'
import { useContentChanged } from './use-save-entry.ts'

interface Move {
  entry: Entry
  beside: Beside
}

/** The entries after a move; unchanged where the other entry is gone. */
const moved = (entries: readonly Entry[], { entry, beside }: Move): Entry[] => {
  const others = entries.filter(({ id }) => id !== entry.id)
  const [other, offset] = 'before' in beside ? [beside.before, 0] : [beside.after, 1]
  const at = others.findIndex(({ id }) => id === other)
  return at < 0 ? [...entries] : others.toSpliced(at + offset, 0, entry)
}

/** The move that takes an entry back to where it stands now; undefined for one that is alone. */
const wayBack = (entries: readonly Entry[], { id: moving }: Entry): Beside | undefined => {
  const at = entries.findIndex(({ id }) => id === moving)
  const [before, after] = [entries[at - 1], entries[at + 1]]
  if (before) return { after: before.id }
  return after && { before: after.id }
}

/**
 * Moves an entry: the list shows it in its new place at once, and a message offers to undo the move. The server gets only
 * the entry's new neighbour, so that moves of other operators stay. After a refusal the list is read again.
 */
export const useMove = (list: ListName) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useContentChanged(list)
  const { queryKey } = entriesQuery(list)
  const mutationKey = ['content', list, 'move']
  const reasonOf = (error: Error, { entry, beside }: Move, entries: readonly Entry[] = []): string => {
    const other = Object.values(beside)[0]
    const gone = codeOf(error) === 'neighbour_gone' ? entries.find(({ id }) => id === other) : undefined
    if (gone) return t('content.neighbourGone', { name: entry.name, neighbour: gone.name })
    return codeOf(error) === lists[list].notFound ? t('content.movedGone', { name: entry.name }) : error.message
  }
  const move = useMutation({
    mutationKey,
    mutationFn: ({ entry, beside }: Move) => lists[list].move(entry.id, beside),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, moved(before, change))
      return { before, back: before && wayBack(before, change.entry) }
    },
    onSuccess: (_, { entry }, { back }) =>
      toast.success(t('content.ordered'), {
        action: back && { label: t('content.undo'), onClick: () => move.mutate({ entry, beside: back }) },
      }),
    onError: (error, change, shown) => toast.error(reasonOf(error, change, shown?.before)),
    // While another move waits, the list shows it already; the last one reads the list anew.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) <= 1) await changed()
    },
    // Moves follow one another, each beside an entry that the one before it may have moved.
    scope: { id: `order of ${list}` },
  })
  return move
}
