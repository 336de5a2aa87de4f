import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { TextField } from './text-field.tsx'
import { useWords } from './words.tsx'
import './filter-bar.css'

export interface FilterChip {
  id: string
  /** "State" */
  name: string
  /** "disabled" */
  value: string
}

export interface FilterBarProps {
  search?: string | undefined
  /** Called 250 ms after the last key, and at once on Enter. */
  onSearchChange?: ((text: string) => void) | undefined
  /** "Id, name or e-mail" */
  searchPlaceholder?: string | undefined
  /** The filters that are on. */
  chips?: readonly FilterChip[] | undefined
  onRemove?: ((id: string) => void) | undefined
  onClear?: (() => void) | undefined
  /** Controls that add filters: a Menu or Select. */
  children?: ReactNode
}

const PAUSE_MS = 250

/** What is typed, told once typing pauses. */
const useTyped = (value: string, onChange: (text: string) => void) => {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // An outer change, such as "clear filters", replaces what is typed; the echo of what was told does not.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (text: string) => {
    clearTimeout(timer.current)
    if (text === told.current) return
    told.current = text
    onChange(text)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(text), PAUSE_MS)
  }
  return { typed, type, tell }
}

const SearchInput = ({ search = '', onSearchChange, searchPlaceholder }: FilterBarProps) => {
  const words = useWords()
  const { typed, type, tell } = useTyped(search, (text) => onSearchChange?.(text))
  const clear = () => {
    type('')
    tell('')
  }
  return (
    <TextField
      className="ui-filter-search"
      type="search"
      label={words.search}
      isLabelHidden
      placeholder={searchPlaceholder ?? words.search}
      start={<Search size={14} />}
      end={
        typed && (
          <IconButton
            size="small"
            className="ui-button-inline"
            label={words.clear}
            icon={<X size={14} />}
            onClick={clear}
          />
        )
      }
      value={typed}
      spellCheck={false}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(typed)
        if (event.key === 'Escape' && typed) clear()
      }}
    />
  )
}

const Chip = ({ chip, onRemove }: { chip: FilterChip; onRemove: ((id: string) => void) | undefined }) => {
  const words = useWords()
  return (
    <span className="ui-chip">
      <span className="ui-chip-name">{chip.name}</span>
      <span className="ui-chip-value">{chip.value}</span>
      <IconButton
        size="small"
        className="ui-button-inline"
        label={words.removeFilter(`${chip.name}: ${chip.value}`)}
        icon={<X size={12} />}
        onClick={() => onRemove?.(chip.id)}
      />
    </span>
  )
}

/** Search, the filters that are on as chips that can be removed, and controls that add some. */
export const FilterBar = (props: FilterBarProps) => {
  const { onSearchChange, chips = [], onRemove, onClear, children } = props
  const words = useWords()
  return (
    <search className="ui-filters">
      {onSearchChange && <SearchInput {...props} />}
      {children}
      {chips.map((chip) => (
        <Chip key={chip.id} chip={chip} onRemove={onRemove} />
      ))}
      {chips.length > 0 && onClear && (
        <Button size="small" variant="ghost" onClick={onClear}>
          {words.clearFilters}
        </Button>
      )}
    </search>
  )
}
