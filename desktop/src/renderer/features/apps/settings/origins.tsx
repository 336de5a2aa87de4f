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
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no identity but their place.
        <div key={at} className="app-origin">
          <TextField
            label={t('appSettings.origin', { place: at + 1 })}
            isLabelHidden
            value={origin}
            error={errors[at]}
            placeholder="https://example.com"
            inputMode="url"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The line was just asked for.
            autoFocus={isAdding && at === origins.length - 1}
            onChange={(event) => change(at, event.target.value)}
            onBlur={field.onBlur}
          />
          <IconButton
            label={t('appSettings.removeOrigin', { origin: origin || String(at + 1) })}
            icon={<X size={14} />}
            onClick={() => remove(at)}
          />
        </div>
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
