import { providers } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import type { FilterChip } from '@openauth/ui/filter-bar'
import { Popover } from '@openauth/ui/popover'
import { Select } from '@openauth/ui/select'
import { TextField } from '@openauth/ui/text-field'
import ListFilter from 'lucide-react/icons/list-filter'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { DayFilter, FilterName, UserFilters } from './filters.ts'
import { filterNames, startOfDay } from './filters.ts'
import { useMethodTitle } from './method.tsx'

const titles: Record<FilterName, MessageId> = {
  state: 'users.state',
  method: 'users.method',
  registeredFrom: 'users.registeredFrom',
  registeredTo: 'users.registeredTo',
  seenFrom: 'users.seenFrom',
  seenTo: 'users.seenTo',
}

const ANY = 'any'

interface Props {
  filters: UserFilters
  onChange: (values: Partial<Record<FilterName, string | undefined>>) => void
}

const stateOptions = (t: Translate) => [
  { value: ANY, label: t('users.any') },
  { value: 'active', label: t('users.active') },
  { value: 'disabled', label: t('users.disabled') },
]

const Day = ({ name, filters, onChange }: Props & { name: DayFilter }) => {
  const t = useTranslate()
  // A day that is half typed has no value; the field keeps what was typed by itself.
  const change = (value: string) => {
    if (value === '' || startOfDay(value) !== undefined) onChange({ [name]: value || undefined })
  }
  return (
    <TextField
      key={filters[name] === undefined ? 'empty' : 'set'}
      type="date"
      label={t(titles[name])}
      defaultValue={filters[name] ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
}

const Fields = (props: Props) => {
  const t = useTranslate()
  const methodTitle = useMethodTitle()
  const { filters, onChange } = props
  const set = (name: 'state' | 'method') => (value: string) => onChange({ [name]: value === ANY ? undefined : value })
  const methods = providers.map((value) => ({ value: value as string, label: methodTitle(value) }))
  return (
    <div className="user-filter-fields">
      <Select
        label={t('users.state')}
        options={stateOptions(t)}
        value={filters.state ?? ANY}
        onValueChange={set('state')}
      />
      <Select
        label={t('users.method')}
        options={[{ value: ANY, label: t('users.any') }, ...methods]}
        value={filters.method ?? ANY}
        onValueChange={set('method')}
      />
      <Day {...props} name="registeredFrom" />
      <Day {...props} name="registeredTo" />
      <Day {...props} name="seenFrom" />
      <Day {...props} name="seenTo" />
    </div>
  )
}

/** A button that opens the filters of a list of users; each takes effect when it is chosen. */
export const FilterControls = (props: Props) => {
  const t = useTranslate()
  return (
    <Popover
      title={t('users.filters')}
      trigger={
        <Button size="small" icon={<ListFilter size={14} />}>
          {t('users.filter')}
        </Button>
      }
    >
      <Fields {...props} />
    </Popover>
  )
}

/** The filters that are on, as chips. */
export const useFilterChips = (filters: UserFilters): FilterChip[] => {
  const t = useTranslate()
  const methodTitle = useMethodTitle()
  const valueOf = (name: FilterName, value: string) => {
    if (name === 'state') return t(value === 'active' ? 'users.active' : 'users.disabled')
    return name === 'method' ? methodTitle(value) : value
  }
  return filterNames.flatMap((name) => {
    const value = filters[name]
    return value ? [{ id: name, name: t(titles[name]), value: valueOf(name, value) }] : []
  })
}
