import { Button } from '@openauth/ui/button'
import type { FilterChip } from '@openauth/ui/filter-bar'
import { Popover } from '@openauth/ui/popover'
import { Select, type SelectOption } from '@openauth/ui/select'
import { TextField } from '@openauth/ui/text-field'
import ListFilter from 'lucide-react/icons/list-filter'
import { useState, type FormEvent } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { localMinutes, millisecondsOf } from '../lib/local-time.ts'
import './filter-menu.css'

/** A filter of a list, as data. Its value is a text in the query of the address. */
export interface FilterField {
  name: string
  title: string
  /** `hidden` ones are set by links and only shown as chips; a `time` is milliseconds since 1970. */
  kind: 'choice' | 'text' | 'time' | 'hidden'
  options?: readonly SelectOption<string>[] | undefined
  /** What the chip shows in place of the value. */
  shown?: string | undefined
}

export type FilterValues = Readonly<Record<string, string | undefined>>

interface Props {
  fields: readonly FilterField[]
  params: URLSearchParams
  onChange: (values: FilterValues) => void
}

const ANY = ''

const localTime = (milliseconds: string): string => (milliseconds === '' ? '' : localMinutes(Number(milliseconds)))

const Control = ({ field, params }: { field: FilterField; params: URLSearchParams }) => {
  const t = useTranslate()
  const value = params.get(field.name) ?? ''
  const common = { label: field.title, name: field.name }
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        options={[{ value: ANY, label: t('filters.any') }, ...(field.options ?? [])]}
        defaultValue={value}
      />
    )
  if (field.kind === 'time') return <TextField {...common} type="datetime-local" defaultValue={localTime(value)} />
  return <TextField {...common} defaultValue={value} spellCheck={false} />
}

const valuesOf = (fields: readonly FilterField[], form: HTMLFormElement): FilterValues => {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = data.get(name)
      const text = typeof value === 'string' ? value.trim() : ''
      return [name, (kind === 'time' ? String(millisecondsOf(text) ?? '') : text) || undefined]
    }),
  )
}

/** A button that opens all filters of a list; they take effect together. */
export const FilterMenu = ({ fields, params, onChange }: Props) => {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const shown = fields.filter(({ kind }) => kind !== 'hidden')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onChange(valuesOf(shown, event.currentTarget))
    setOpen(false)
  }
  const trigger = (
    <Button size="small" icon={<ListFilter size={14} />}>
      {t('filters.filter')}
    </Button>
  )
  return (
    <Popover title={t('filters.title')} open={isOpen} onOpenChange={setOpen} trigger={trigger}>
      <form className="filter-menu" onSubmit={submit} noValidate>
        {shown.map((field) => (
          <Control key={field.name} field={field} params={params} />
        ))}
        <Button type="submit" variant="primary">
          {t('filters.apply')}
        </Button>
      </form>
    </Popover>
  )
}

const shownValue = ({ kind, options, shown }: FilterField, value: string): string => {
  if (shown) return shown
  if (kind === 'time') return localTime(value).replace('T', ' ') || value
  return options?.find((option) => option.value === value)?.label ?? value
}

/** The filters that the address has, as chips. */
export const chipsOf = (fields: readonly FilterField[], params: URLSearchParams): FilterChip[] =>
  fields.flatMap((field) => {
    const value = params.get(field.name)
    return value ? [{ id: field.name, name: field.title, value: shownValue(field, value) }] : []
  })

/** Values that remove all filters. */
export const noFilters = (fields: readonly FilterField[]): FilterValues =>
  Object.fromEntries(fields.map(({ name }) => [name, undefined]))

/** A time filter's value for the API; undefined where the address has none that is valid. */
export const timeIn = (params: URLSearchParams, name: string): number | undefined => {
  const text = params.get(name) ?? ''
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined
}
