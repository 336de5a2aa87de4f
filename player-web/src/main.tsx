import '@openauth/ui/tokens.css'
import '@openauth/ui/touch.css'
import '@openauth/ui/base.css'
import type { PlayerConfig } from '@openauth/client'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadPage, preloadTabs } from './app/pages.ts'
import { Providers } from './app/providers.tsx'
import { reloadOnMissingFiles } from './app/missing-files.ts'
import { type AppConfig, readConfig } from './config/config.ts'
import { launch } from './host/detect.ts'
import { referCodeIn } from './host/share.ts'
import { preloadToasts } from './components/notify.ts'
import { watchConnection } from './lib/connection.ts'
import { startLocale } from './i18n/i18n.ts'
import { storeCode, extractCodes } from './session/codes.ts'
import './app/app.css'

const Start = lazy(() => import('./features/start/start.tsx'))

const root = createRoot(document.getElementById('root')!)

const hasApp = (config: PlayerConfig): config is AppConfig => config.app !== null

/** The page that logs users in for programs shows the app that they asked for, which need not be that of this front end. */
const forPage = async (config: PlayerConfig | undefined): Promise<{ config?: PlayerConfig; storage?: Storage }> => {
  if (!config || !location.pathname.startsWith('/authorize/')) return config ? { config } : {}
  const { configForRequest } = await import('./features/authorize/config-for-request.ts')
  return configForRequest(config)
}

/** Renders the app, or the start page while the server has no app or does not answer. */
const render = ({ config, storage }: { config?: PlayerConfig; storage?: Storage }): void =>
  root.render(
    <StrictMode>
      {config && hasApp(config) ? (
        <Providers config={config} storage={storage} />
      ) : (
        <Suspense>
          <Start onReady={reload} />
        </Suspense>
      )}
    </StrictMode>,
  )

const reload = (): void =>
  void readConfig()
    .then(forPage)
    .then(render, () => render({}))

/** Longest wait for the paint of the splash screen. Some browsers do not report it, and a hidden tab does not paint. */
const MAX_PAINT_WAIT_MS = 120

const LARGEST_PAINT = 'largest-contentful-paint'

/** Resolves once the splash screen of index.html is painted, so that the app replaces it only after it was visible. */
const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, MAX_PAINT_WAIT_MS)
    if (!PerformanceObserver.supportedEntryTypes.includes(LARGEST_PAINT)) return
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      done()
    }).observe({ type: LARGEST_PAINT, buffered: true })
  })

reloadOnMissingFiles()
// First, since launch() removes Telegram's init data, which is a credential, from the address.
storeCode('refer', referCodeIn(launch()?.startParam))
extractCodes()
// A reload has the parameter too, and stays where it is.
if (launch()?.startParam === 'tap' && location.pathname === '/') history.replaceState(history.state, '', '/tap')
const ready = Promise.all([afterPaint(), preloadPage(location.pathname), startLocale()])
const config = readConfig().catch(() => undefined)
/** Loads what the app needs when the network goes away, once the first page has all of its files. */
const preloadRest = (): void => {
  void preloadToasts()
  void preloadTabs()
}

void ready.then(async () => {
  const loaded = await config
  render(await forPage(loaded))
  watchConnection(loaded?.apiUrl ?? '')
  setTimeout(preloadRest, 0)
})
