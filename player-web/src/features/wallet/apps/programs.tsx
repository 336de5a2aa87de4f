import type { ConnectedApp } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { usePrograms, useRevokeProgram } from './use-programs.ts'

const Program = ({ program }: { program: ConnectedApp }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const { mutate, isPending } = useRevokeProgram()
  const { name, connectedAt } = program
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(connectedAt)
  return (
    <li className="card connected">
      <span className="card-words">
        <strong className="connected-origin">{name}</strong>
        <small>{t('apps.connected', { date })}</small>
      </span>
      <Button
        aria-label={t('apps.disconnectFrom', { origin: name })}
        loading={isPending}
        onClick={() => mutate(program)}
      >
        {t('apps.disconnect')}
      </Button>
    </li>
  )
}

/** The programs that the user logged in to with this account; nothing where there are none, as in most apps. */
export const Programs = () => {
  const t = useTranslate()
  const { data = [] } = usePrograms()
  if (data.length === 0) return null
  return (
    <section className="connected-programs" aria-labelledby="programs">
      <h2 id="programs">{t('apps.programs')}</h2>
      <p className="note">{t('apps.programsHint')}</p>
      <ul className="card-list">
        {data.map((program) => (
          <Program key={program.clientId} program={program} />
        ))}
      </ul>
    </section>
  )
}
