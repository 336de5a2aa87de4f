import { Breadcrumbs } from '@openauth/ui/breadcrumbs'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { useTranslate } from '../i18n/i18n.ts'
import { homeOfApp } from '../navigation/addresses.ts'
import { crumb } from '../navigation/crumb.ts'
import { useStore } from '../store.ts'
import { useAppName } from '../navigation/current-app.ts'
import { screens } from './routes.tsx'
import type { Screen } from './screen.ts'

/** The screens above an address and the one at it, outermost first, each with the address it has there. */
export const trailOf = (pathname: string): { screen: Screen; to: string }[] =>
  screens
    .flatMap((screen) => {
      const match = matchPath({ path: screen.path, end: false }, pathname)
      return match ? [{ screen, to: match.pathname }] : []
    })
    .toSorted((a, b) => a.to.length - b.to.length)

/** The way to the current screen, made from the addresses of the screens. */
export const Crumbs = () => {
  const t = useTranslate()
  const { pathname } = useLocation()
  const appId = matchPath('/apps/:appId/*', pathname)?.params.appId
  const appName = useAppName(appId)
  const name = useStore(crumb)
  const trail = trailOf(pathname)
  const home = appId && homeOfApp(appId)
  const current = trail.at(-1)
  const links = trail
    .slice(0, -1)
    // The app's name stands for its first screen.
    .filter(({ to }) => to !== home)
    // A row's panel has the title of the list that it stands beside.
    .filter(({ screen }, index, all) => screen.title !== all[index - 1]?.screen.title)
    .map(({ screen, to }) => ({ key: to, link: <Link to={to}>{t(screen.title)}</Link> }))
  if (appId && home) links.splice(1, 0, { key: appId, link: <Link to={home}>{appName ?? t('shell.sectionApp')}</Link> })
  return (
    <Breadcrumbs
      links={links}
      current={name?.path === pathname ? name.name : current ? t(current.screen.title) : t('shell.notFound')}
    />
  )
}
