import { Select } from '@openauth/ui/select'
import { useTranslate } from '../../i18n/i18n.ts'

/** How long a replaced secret stays valid, in seconds. */
const overlaps = ['0', '3600', '86400', '604800', '2592000'] as const
export type Overlap = (typeof overlaps)[number]

interface Props {
  value: Overlap
  onChange: (value: Overlap) => void
  /** Below it; by itself it says only what no overlap means. */
  hint?: string
}

/** How long the secret that is replaced works beside the new one. */
export const OverlapField = ({ value, onChange, hint }: Props) => {
  const t = useTranslate()
  return (
    <Select
      label={t('secrets.overlap')}
      hint={value === '0' ? t('secrets.overlapNone') : hint}
      options={overlaps.map((option) => ({ value: option, label: t(`secrets.overlap${option}`) }))}
      value={value}
      onValueChange={onChange}
    />
  )
}
