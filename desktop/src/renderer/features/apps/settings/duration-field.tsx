import { useFormField } from '@openauth/ui/form'
import { FormTextField } from '@openauth/ui/form/text-field'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in words, by their two largest units: "1 day, 12 hours". */
export const durationText = (seconds: number, locale: string): string => {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    const { format } = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    return count > 0 ? [format(count)] : []
  })
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts.slice(0, 2))
}

interface Props {
  name: string
  label: string
  hint: string
  /** What 0 means, where it is allowed. */
  zero?: string
}

/** A number of seconds; what is typed stands below in days, hours and minutes. */
export const DurationField = ({ name, label, hint, zero }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const { field } = useFormField(name)
  const typed = String(field.value ?? '').trim()
  const seconds = /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
  const words = seconds === 0 ? zero : seconds && durationText(seconds, locale)
  return (
    <FormTextField
      name={name}
      label={label}
      inputMode="numeric"
      end={t('appSettings.seconds')}
      hint={words ? `${words}. ${hint}` : hint}
    />
  )
}
