import { Button } from '@openauth/ui/button'
import { Popover } from '@openauth/ui/popover'
import { TextField } from '@openauth/ui/text-field'
import { useState } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { numberIn } from './rule-values.ts'

/** Numbers each of which is so many times as large as the one before, whole. */
export const seriesOf = (first: number, factor: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.round(first * factor ** at))

interface Props {
  most: number
  onFill: (numbers: number[]) => void
}

/** Fills a list with numbers that grow by a factor, as prices of levels do: from 1,000, doubling, ten of them. */
export const FillSeries = ({ most, onFill }: Props) => {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState({ first: '1000', factor: '2', count: '10' })
  const [first, factor, count] = [numberIn(typed.first, true), Number(typed.factor), numberIn(typed.count, true)]
  const isReady = first !== undefined && first >= 0 && factor > 0 && count !== undefined && count > 0
  const fieldOf = (name: keyof typeof typed, label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  const fill = () => {
    if (!isReady) return
    onFill(seriesOf(first, factor, Math.min(count, most)))
    setOpen(false)
  }
  return (
    <Popover
      title={t('gameRules.fillTitle')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="small">{t('gameRules.fill')}</Button>}
    >
      <div className="rule-fill">
        {fieldOf('first', t('gameRules.fillFirst'))}
        {fieldOf('factor', t('gameRules.fillFactor'))}
        {fieldOf('count', t('gameRules.fillCount'))}
        <Button variant="primary" size="small" disabled={!isReady} onClick={fill}>
          {t('gameRules.fillDo')}
        </Button>
      </div>
    </Popover>
  )
}
