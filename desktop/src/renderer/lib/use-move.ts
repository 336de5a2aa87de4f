import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from '../i18n/i18n.ts'

type Id = string | number

/** The place of an item: directly before or after another one. */
export type Beside<I extends Id> = { before: I } | { after: I }

interface Item<I extends Id> {
  id: I
}

/** An item and its new place. */
export interface Move<I extends Id, T extends Item<I>> {
  item: T
  beside: Beside<I>
}

/** The items after a move; unchanged where the other one is gone. */
const moved = <I extends Id, T extends Item<I>>(items: readonly T[], { item, beside }: Move<I, T>): T[] => {
  const others = items.filter(({ id }) => id !== item.id)
  const [other, offset] = 'before' in beside ? [beside.before, 0] : [beside.after, 1]
  const at = others.findIndex(({ id }) => id === other)
  return at < 0 ? [...items] : others.toSpliced(at + offset, 0, item)
}

/** The move that takes an item back to where it stands now; undefined for one that is alone. */
const wayBack = <I extends Id, T extends Item<I>>(items: readonly T[], { id: moving }: T): Beside<I> | undefined => {
  const at = items.findIndex(({ id }) => id === moving)
  const [before, after] = [items[at - 1], items[at + 1]]
  if (before) return { after: before.id }
  return after && { before: after.id }
}

interface List<I extends Id, T extends Item<I>> {
  /** Of the query whose data are all items in their order. */
  queryKey: readonly unknown[]
  send: (id: I, beside: Beside<I>) => Promise<unknown>
  /** What a refusal says; `neighbour` is the item beside which the moved one should have stood. */
  reasonOf: (error: Error, item: T, neighbour: T | undefined) => string
  /** Reads anew what tells of the order. */
  changed: () => Promise<unknown>
}

/**
 * Moves an item: the list shows it in its new place at once, and a message offers to undo the move. The server gets only
 * the item's new neighbour, so that moves of other operators stay. After a refusal the list is read again.
 */
export const useMove = <I extends Id, T extends Item<I>>({ queryKey, send, reasonOf, changed }: List<I, T>) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const mutationKey = [...queryKey, 'move']
  const move = useMutation({
    mutationKey,
    mutationFn: ({ item, beside }: Move<I, T>) => send(item.id, beside),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<T[]>(queryKey)
      if (before) queryClient.setQueryData(queryKey, moved(before, change))
      return { before, back: before && wayBack<I, T>(before, change.item) }
    },
    onSuccess: (_, { item }, { back }) =>
      toast.success(t('lists.ordered'), {
        action: back && { label: t('lists.undo'), onClick: () => move.mutate({ item, beside: back }) },
      }),
    onError: (error, { item, beside }, shown) => {
      const neighbour = Object.values(beside)[0] as I
      toast.error(
        reasonOf(
          error,
          item,
          shown?.before?.find(({ id }) => id === neighbour),
        ),
      )
    },
    // While another move waits, the list shows it already; the last one reads the list anew.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) <= 1) await changed()
    },
    // Moves follow one another, each beside an item that the one before it may have moved.
    scope: { id: mutationKey.join(' ') },
  })
  return move
}
