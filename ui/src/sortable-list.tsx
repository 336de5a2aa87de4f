import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { useWords, type UiWords } from './words.tsx'
import './sortable-list.css'

type Move<Item> = (item: Item, to: { side: 'before' | 'after'; item: Item }) => void

interface Sortable<Item> {
  items: readonly Item[]
  itemId: (item: Item) => string
  /** For the handle's label and what screen readers hear. */
  itemName: (item: Item) => string
  /** Gets the item that was moved, and the one directly before or after which it stands now. */
  onMove: Move<Item>
  children: (item: Item) => ReactNode
}

export interface SortableListProps<Item> extends Omit<Sortable<Item>, 'onMove'> {
  /** Undefined: the order is only shown. */
  onMove: Move<Item> | undefined
}

const Entry = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => {
  const words = useWords()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  return (
    <li
      ref={setNodeRef}
      className={classNames('ui-sortable-item', isDragging && 'ui-sortable-lifted')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="ui-sortable-handle"
        {...attributes}
        {...listeners}
        aria-label={words.drag(name)}
      >
        <GripVertical size={16} />
      </button>
      <div>{children}</div>
    </li>
  )
}

interface Place {
  name: string
  at: number
}

/** What screen readers hear while an item moves. */
const announcementsOf = (words: UiWords, place: (id: string | number) => Place, count: number): Announcements => {
  const say = (write: UiWords['dragEnd'], id: string | number, at: string | number | undefined) =>
    write(place(id).name, place(at ?? id).at, count)
  return {
    onDragStart: ({ active }) => say(words.dragStart, active.id, undefined),
    onDragOver: ({ active, over }) => say(words.dragOver, active.id, over?.id),
    onDragEnd: ({ active, over }) => say(words.dragEnd, active.id, over?.id),
    onDragCancel: ({ active }) => words.dragCancel(place(active.id).name),
  }
}

const Sortable = <Item,>({ items, itemId, itemName, onMove, children }: Sortable<Item>) => {
  const words = useWords()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(itemId)
  const place = (id: string | number): Place => {
    const at = ids.indexOf(String(id))
    const item = items[at]
    return { name: item === undefined ? '' : itemName(item), at: at + 1 }
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [active.id, over?.id ?? active.id].map((id) => ids.indexOf(String(id))) as [number, number]
    const [item, other] = [items[from], items[to]]
    if (item !== undefined && other !== undefined && from !== to)
      onMove(item, { side: to < from ? 'before' : 'after', item: other })
  }
  const accessibility = {
    announcements: announcementsOf(words, place, items.length),
    screenReaderInstructions: { draggable: words.dragHelp },
  }
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
      collisionDetection={closestCenter}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className="ui-sortable">
          {items.map((item) => (
            <Entry key={itemId(item)} id={itemId(item)} name={itemName(item)}>
              {children(item)}
            </Entry>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** A list that is put in order by its handles: dragged, or by keys (Space, arrows, Space). */
export const SortableList = <Item,>({ onMove, ...list }: SortableListProps<Item>) =>
  onMove ? (
    <Sortable {...list} onMove={onMove} />
  ) : (
    <ul className="ui-sortable">
      {list.items.map((item) => (
        <li key={list.itemId(item)} className="ui-sortable-item ui-sortable-fixed">
          <div>{list.children(item)}</div>
        </li>
      ))}
    </ul>
  )
