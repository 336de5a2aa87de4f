import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useMove } from '../../lib/use-move.ts'
import { entriesQuery, type Entry, type ListName, lists } from './lists.ts'
import { useContentChanged } from './use-save-entry.ts'

/** Moves an entry of a list of content. */
export const useMoveEntry = (list: ListName) => {
  const t = useTranslate()
  const changed = useContentChanged(list)
  return useMove<number, Entry>({
    queryKey: entriesQuery(list).queryKey,
    send: lists[list].move,
    changed,
    reasonOf: (error, { name }, neighbour) => {
      const code = codeOf(error)
      if (code === 'neighbour_gone' && neighbour) return t('content.neighbourGone', { name, neighbour: neighbour.name })
      return code === lists[list].notFound ? t('content.movedGone', { name }) : error.message
    },
  })
}
