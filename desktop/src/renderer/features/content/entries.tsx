import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { SortableList } from '@openauth/ui/sortable-list'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router-dom'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Entry, entriesQuery, linkOf, type ListName, lists } from './lists.ts'
import { Logo } from './preview.tsx'
import { useContentChanged } from './use-save-entry.ts'

interface Props {
  list: ListName
  entries: Entry[]
}

const Delete = ({ list, entry: { id, name } }: { list: ListName; entry: Entry }) => {
  const t = useTranslate()
  const changed = useContentChanged(list)
  const remove = async () => {
    try {
      await lists[list].remove(id)
    } finally {
      await changed()
    }
    toast.success(t('content.deleted', { name }))
  }
  return (
    <ConfirmDialog
      title={t('content.deleteTitle', { name })}
      description={t(lists[list].deleteNote)}
      confirmLabel={t('content.delete')}
      onConfirm={remove}
      trigger={<IconButton label={`${t('content.delete')}: ${name}`} icon={<Trash2 size={16} />} />}
    />
  )
}

const Row = ({ list, entry }: { list: ListName; entry: Entry }) => (
  <div className="content-row">
    <Logo address={entry.logoUrl ?? ''} name={entry.name} />
    <span className="content-row-words">
      <Link to={`/content/${list}/${entry.id}`} dir="auto">
        {entry.name}
      </Link>
      <span dir="auto">{linkOf(entry)}</span>
    </span>
    {'bgColor' in entry && (
      <span
        className="content-row-colours"
        style={{ background: `linear-gradient(135deg, ${entry.borderColor} 50%, ${entry.bgColor} 50%)` }}
      />
    )}
    <Delete list={list} entry={entry} />
  </div>
)

/** Shows a new order at once and saves it, with a way back; after a refusal the list is what the server has. */
const useReorder = (list: ListName) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useContentChanged(list)
  const { queryKey } = entriesQuery(list)
  const order = useMutation({
    mutationFn: (entries: Entry[]) => lists[list].reorder(entries.map(({ id }) => id)),
    onMutate: async (entries) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, entries)
      return { before }
    },
    onSuccess: (_, _entries, { before }) =>
      toast.success(t('content.ordered'), {
        action: before && { label: t('content.undo'), onClick: () => order.mutate(before) },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: changed,
    // Orders follow one another: the last one is what stays.
    scope: { id: `order of ${list}` },
  })
  return order
}

/** The entries of a list in the order that players see, which is changed by their handles. */
export const Entries = ({ list, entries }: Props) => {
  const t = useTranslate()
  const reorder = useReorder(list)
  return (
    <div className="content-entries">
      <SortableList
        items={entries}
        itemId={({ id }) => String(id)}
        itemName={({ name }) => name}
        onReorder={(next) => reorder.mutate(next)}
      >
        {(entry) => <Row list={list} entry={entry} />}
      </SortableList>
      {entries.length > 1 && <p className="content-note">{t('content.order')}</p>}
    </div>
  )
}
