import { Card } from '@openauth/ui/card'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { Sentence } from '../audit/sentence.tsx'
import { userName } from '../../lib/user-name.ts'
import '../audit/audit.css'

const SHOWN = 6

interface Row {
  key: string
  text: ReactNode
  at: number | string | Date
}

const List = ({ rows, none }: { rows: readonly Row[]; none: string }) =>
  rows.length === 0 ? (
    <p className="statistics-none">{none}</p>
  ) : (
    <ul className="dashboard-list">
      {rows.map(({ key, text, at }) => (
        <li key={key}>
          <span className="dashboard-text">{text}</span>
          <Time at={at} />
        </li>
      ))}
    </ul>
  )

/** The users who registered last, of all apps. */
export const NewestUsers = () => {
  const t = useTranslate()
  const users = useQuery(queries.users.find({ limit: SHOWN }))
  return (
    <Card>
      <h2 className="statistics-title">{t('dashboard.newestUsers')}</h2>
      <Loaded query={users}>
        {({ data }) => (
          <List
            none={t('dashboard.noUsers')}
            rows={data.map((user) => ({
              key: user.id,
              at: user.createdAt,
              text: (
                <>
                  <Link to={`/apps/${user.app.id}/users/${user.id}`} dir="auto">
                    {userName(user)}
                  </Link>{' '}
                  · <span dir="auto">{user.app.name}</span>
                </>
              ),
            }))}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** The last events of the audit. */
export const NewestEvents = () => {
  const t = useTranslate()
  const events = useQuery(queries.audit.list({ limit: SHOWN }))
  return (
    <Card>
      <h2 className="statistics-title">
        <Link to="/audit">{t('dashboard.newestEvents')}</Link>
      </h2>
      <Loaded query={events}>
        {({ data }) => (
          <List
            none={t('dashboard.noEvents')}
            rows={data.map((event) => ({ key: event.id, at: event.createdAt, text: <Sentence event={event} /> }))}
          />
        )}
      </Loaded>
    </Card>
  )
}
