import { PageHeader } from '@openauth/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from 'react-router-dom'
import { whoamiQuery } from '../api/rights.ts'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/may.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { mayOpen } from './may-open.ts'
import type { Screen } from './screen.ts'

const Refused = ({ screen }: { screen: Screen }) => {
  const t = useTranslate()
  return (
    <div className="screen">
      <title>{`${t(screen.title)} · OpenAuth`}</title>
      <PageHeader title={t(screen.title)} />
      <NotAllowed call={screen.call} />
    </div>
  )
}

/** The screen of the address; where the own role or apps do not allow it, why. Nothing is asked of the server before that is known. */
export const Allowed = () => {
  const own = useQuery(whoamiQuery)
  const match = useMatches().at(-1)
  const screen = match?.handle as Screen | undefined
  return (
    <Loaded query={own} lines={8}>
      {(admin) =>
        screen && !mayOpen(admin, screen, match?.params['appId']) ? <Refused screen={screen} /> : <Outlet />
      }
    </Loaded>
  )
}
