import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import type { FormEvent } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import { FailureNote } from '../failure-note.tsx'
import { useSquadChange } from './use-squads.ts'

interface Props {
  /** Rings. */
  price: number
  /** The player's balance. */
  rings: number
  onClose: () => void
}

/** Founds a squad for its price. */
export const FoundDialog = ({ price, rings, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { change, isBusy, message } = useSquadChange()
  const missing = Math.max(0, price - rings)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    if (typeof name === 'string' && (await change((calls) => calls.create({ name: name.trim() })))) onClose()
  }
  return (
    <Dialog title={t('squads.found')} onClose={onClose}>
      <form className="squad-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('squads.name')}
          name="name"
          minLength={3}
          maxLength={30}
          autoComplete="off"
          required
          ref={focusInput}
        />
        <FailureNote message={message} />
        <p className="tap-price">
          <span className="tap-coin" />
          {format(price)}
        </p>
        {missing > 0 && <p className="note">{t('tap.missing', { rings: format(missing) })}</p>}
        <Button variant="primary" type="submit" loading={isBusy} disabled={missing > 0}>
          {t('squads.foundNow')}
        </Button>
      </form>
    </Dialog>
  )
}
