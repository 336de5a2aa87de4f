import { INVITATION_PATH } from '@openauth/client'
import { isFirstTime } from '../features/setup/first-time.ts'
import { START_PATH } from '../navigation/addresses.ts'
import { useStore } from '../store.ts'
import { createBrowserRouter, createHashRouter, Navigate, type RouteObject } from 'react-router-dom'
import { CONSOLE_PATH } from '../api/browser-connection.ts'
import { isInBrowser } from '../api/transport.ts'
import { Gate } from './gate.tsx'
import { Root } from './root.tsx'
import { screens } from './routes.tsx'
import type { Screen } from './screen.ts'
import { ScreenError } from './screen-error.tsx'

/** What is shown at the console's own address: the first screen, or after the first set-up its next step. */
const Start = () => <Navigate to={useStore(isFirstTime) ? '/welcome' : START_PATH} replace />

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  errorElement: <ScreenError />,
  lazy: async () => ({ Component: await screen.component() }),
})

const welcome: RouteObject = {
  path: '/welcome',
  errorElement: <ScreenError />,
  lazy: async () => ({ Component: (await import('../features/setup/welcome.tsx')).Welcome }),
}

const chooseServer: RouteObject = {
  path: '/server',
  errorElement: <ScreenError />,
  lazy: async () => ({ Component: (await import('../features/server/choose-server.tsx')).ChooseServer }),
}

/** Mails name the server's own console, which is in a browser. */
const invitation: RouteObject = {
  path: INVITATION_PATH,
  errorElement: <ScreenError />,
  lazy: async () => ({ Component: (await import('../features/invitation/accept-invitation.tsx')).AcceptInvitation }),
}

/** The pages as a tree: what is shown before signing in, and around all screens the shell. */
export const createRoutes = (): RouteObject[] => [
  {
    element: <Root />,
    errorElement: <ScreenError />,
    HydrateFallback: () => null,
    children: [
      isInBrowser() ? invitation : chooseServer,
      {
        element: <Gate />,
        children: [
          welcome,
          {
            lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
            children: [
              { index: true, element: <Start /> },
              ...screens.map(routeOf),
              { path: '*', lazy: async () => ({ Component: (await import('../components/not-found.tsx')).NotFound }) },
            ],
          },
        ],
      },
    ],
  },
]

/** A browser's addresses are paths below /console, of which the server knows; Electron's pages have one path. */
export const createRouter = () =>
  isInBrowser() ? createBrowserRouter(createRoutes(), { basename: CONSOLE_PATH }) : createHashRouter(createRoutes())
