import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField } from '@openauth/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ClipboardEvent } from 'react'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useEntryErrors } from '../../components/entry-errors.ts'
import { FillSeries } from './fill-series.tsx'
import type { ListField } from './rule-fields.ts'
import { numberIn } from './rule-values.ts'
import { titleOf } from './rule-words.ts'

/** The numbers of a pasted text: a line or a cell each. A text without several of them is pasted as it is. */
export const numbersIn = (text: string): string[] =>
  text
    .split(/[\s;]+|,(?!\d{3}\b)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What follows a list: the last number as many times larger as it is than the one before. */
const nextOf = (list: readonly string[]): number | undefined => {
  const [before, last] = list.slice(-2).map((text) => numberIn(text, true))
  if (last === undefined) return before
  return before ? Math.round(last * (last / before)) : undefined
}

interface EntryProps {
  at: number
  value: string
  /** The list's. */
  title: string
  error: string | undefined
  onPaste: (event: ClipboardEvent) => void
  onChange: (text: string) => void
  onRemove: () => void
}

const NumberEntry = ({ at, value, title, error, onPaste, onChange, onRemove }: EntryProps) => {
  const t = useTranslate()
  return (
    <TextField
      label={t('gameRules.entry', { number: at + 1 })}
      inputMode="numeric"
      value={value}
      error={error}
      onPaste={onPaste}
      onChange={(event) => onChange(event.target.value)}
      end={
        <IconButton
          size="small"
          label={t('gameRules.removeEntry', { number: at + 1, rule: title })}
          icon={<X size={14} />}
          onClick={onRemove}
        />
      }
    />
  )
}

/** The texts of a list's cells, and what changes them. */
const useNumbers = ({ path, most, each }: ListField) => {
  const { format } = new Intl.NumberFormat(useLocale())
  const { field } = useFormField(path)
  const list = (field.value ?? []) as string[]
  const change = (next: string[]) => field.onChange(next.slice(0, most))
  return {
    list,
    edit: (at: number, text: string) => change(list.with(at, text)),
    remove: (at: number) => change(list.toSpliced(at, 1)),
    paste: (at: number, event: ClipboardEvent) => {
      const pasted = numbersIn(event.clipboardData.getData('text'))
      if (pasted.length < 2) return
      event.preventDefault()
      change([...list.slice(0, at), ...pasted, ...list.slice(at + pasted.length)])
    },
    add: () => {
      const next = nextOf(list)
      change([...list, next === undefined ? '' : format(Math.min(next, each.max))])
    },
    fill: (numbers: readonly number[]) => change(numbers.map(format)),
  }
}

/** A list of numbers, each in a cell of its own; several are pasted into the cells from where they are pasted. */
export const NumberList = ({ field }: { field: ListField }) => {
  const t = useTranslate()
  const { list, edit, remove, paste, add, fill } = useNumbers(field)
  const errorAt = useEntryErrors(field.path)
  const title = titleOf(field.path)
  const general = errorAt('')
  return (
    <>
      {list.length > 0 && (
        <fieldset aria-label={title} className="rule-numbers">
          {list.map((value, at) => (
            <NumberEntry
              // oxlint-disable-next-line react/no-array-index-key -- Numbers have no identity but their place.
              key={at}
              at={at}
              value={value}
              title={title}
              error={errorAt(String(at))}
              onPaste={(event) => paste(at, event)}
              onChange={(text) => edit(at, text)}
              onRemove={() => remove(at)}
            />
          ))}
        </fieldset>
      )}
      {general && <p className="ui-field-error">{general}</p>}
      <div className="rule-list-actions">
        <Button size="small" icon={<Plus size={14} />} disabled={list.length >= field.most} onClick={add}>
          {t('gameRules.add')}
        </Button>
        <FillSeries most={field.most} onFill={fill} />
        <span className="policy-rule-note">{t('gameRules.pasteHint')}</span>
      </div>
    </>
  )
}
