import type { Translate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'

/** How many apps are named; the others are counted. */
const NAMED = 2

interface Props extends Pick<Admin, 'apps'> {
  /** The name of an app by its id. */
  appName: (id: string) => string
  t: Translate
}

/** The apps that somebody looks after. */
export const AppNames = ({ apps, appName, t }: Props) => {
  if (apps === null) return t('admins.allApps')
  if (apps.length === 0) return t('admins.noApps')
  const names = apps.map(appName)
  const first = names.slice(0, NAMED).join(', ')
  const count = names.length - NAMED
  return (
    <span className="admin-apps-names" dir="auto" title={names.join(', ')}>
      {count > 0 ? t('admins.appsAnd', { names: first, count }) : first}
    </span>
  )
}
