import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { SortableList } from '@openauth/ui/sortable-list'
import { toast } from '@openauth/ui/toaster'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { May } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Beside } from '../../lib/use-move.ts'
import { type Entry, linkOf, type ListName, lists } from './lists.ts'
import { Logo } from './preview.tsx'
import { useMoveEntry } from './use-move-entry.ts'
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
    <May call={lists[list].calls.delete}>
      <Delete list={list} entry={entry} />
    </May>
  </div>
)

/** How many entries are shown at first, and with each press more: thousands of rows that can be dragged would be slow. */
const BATCH = 200

const More = ({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) => {
  const t = useTranslate()
  return (
    <div className="content-more">
      <Button onClick={onMore}>{t('content.showMore', { count: Math.min(BATCH, total - shown) })}</Button>
      <span className="content-note">{t('content.shownOf', { shown, total })}</span>
    </div>
  )
}

/** The entries of a list in the order that players see, which is changed by their handles. */
export const Entries = ({ list, entries }: Props) => {
  const t = useTranslate()
  const move = useMoveEntry(list)
  const mayMove = useMay(lists[list].calls.move)
  const [limit, setLimit] = useState(BATCH)
  const shown = entries.slice(0, limit)
  return (
    <div className="content-entries">
      <SortableList
        items={shown}
        itemId={({ id }) => String(id)}
        itemName={({ name }) => name}
        onMove={
          mayMove
            ? (entry, to) => move.mutate({ item: entry, beside: { [to.side]: to.item.id } as Beside<number> })
            : undefined
        }
      >
        {(entry) => <Row list={list} entry={entry} />}
      </SortableList>
      {shown.length < entries.length && (
        <More shown={shown.length} total={entries.length} onMore={() => setLimit(limit + BATCH)} />
      )}
      {mayMove && entries.length > 1 && <p className="content-note">{t('content.order')}</p>}
    </div>
  )
}
