import { Combobox } from '@openauth/ui/combobox'
import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { queries } from '../api/queries.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { appPath, homeOfApp } from '../navigation/addresses.ts'
import { screensOf } from './routes.tsx'

/** The same screen for another app, or that app's first screen. */
const pathFor = (appId: string, pathname: string): string | undefined => {
  const same = [...screensOf('app'), ...screensOf('game')].find(({ path }) => matchPath(path, pathname))
  return same ? appPath(same, appId) : homeOfApp(appId)
}

/** Chooses the app whose screens are listed; finds it by name or id. */
export const AppSwitcher = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const apps = useQuery(queries.apps.list())
  const options = (apps.data ?? []).map(({ id, name }) => ({ value: id, label: name, hint: id }))
  const go = (id: string | undefined) => {
    const path = id && pathFor(id, pathname)
    if (path) void navigate(path)
  }
  return (
    <Combobox
      label={t('shell.switchApp')}
      isLabelHidden
      placeholder={t('shell.chooseApp')}
      options={options}
      value={options.find(({ value }) => value === appId) ?? null}
      isLoading={apps.isPending}
      onValueChange={(option) => go(option?.value)}
    />
  )
}
