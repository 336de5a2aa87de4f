import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField } from '@openauth/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslate } from '../../../i18n/i18n.ts'

/** The most that the API takes. */
const MOST = 100

interface LineProps {
  origin: string
  /** Counted from 1. */
  place: number
  error: string | undefined
  /** It was just asked for. */
  isNew: boolean
  onChange: (origin: string) => void
  onBlur: () => void
  onRemove: () => void
}

const Line = ({ origin, place, error, isNew, onChange, onBlur, onRemove }: LineProps) => {
  const t = useTranslate()
  return (
    <div className="app-origin">
      <TextField
        label={t('appSettings.origin', { place })}
        isLabelHidden
        value={origin}
        error={error}
        placeholder="https://example.com"
        inputMode="url"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The line was just asked for.
        autoFocus={isNew}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <IconButton
        label={t('appSettings.removeOrigin', { origin: origin || String(place) })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
    </div>
  )
}

/** The allowed redirect origins: one line each. `errors` has what is wrong with each, in their order. */
export const Origins = ({ name, errors }: { name: string; errors: readonly (string | undefined)[] }) => {
  const t = useTranslate()
  const { field, error } = useFormField(name)
  const [isAdding, setAdding] = useState(false)
  const origins = (field.value ?? []) as string[]
  const change = (at: number, value: string) => field.onChange(origins.with(at, value))
  const remove = (at: number) => field.onChange(origins.filter((_, place) => place !== at))
  const add = () => {
    setAdding(true)
    field.onChange([...origins, ''])
  }
  return (
    <div className="app-origins">
      {origins.length === 0 && <p className="app-origins-none">{t('appSettings.noOrigins')}</p>}
      {origins.map((origin, at) => (
        <Line
          // oxlint-disable-next-line react/no-array-index-key -- Lines have no identity but their place.
          key={at}
          origin={origin}
          place={at + 1}
          error={errors[at]}
          isNew={isAdding && at === origins.length - 1}
          onChange={(value) => change(at, value)}
          onBlur={field.onBlur}
          onRemove={() => remove(at)}
        />
      ))}
      {error && (
        <p role="alert" className="ui-field-error">
          {error}
        </p>
      )}
      <div>
        <Button size="small" icon={<Plus size={14} />} disabled={origins.length >= MOST} onClick={add}>
          {t('appSettings.addOrigin')}
        </Button>
      </div>
    </div>
  )
}
