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

const show = (config: PlayerConfig | undefined): void =>
  root.render(
    <StrictMode>
      {config && hasApp(config) ? (
        <Providers config={config} />
      ) : (
        <Suspense>
          <Start onReady={start} />
        </Suspense>
      )}
    </StrictMode>,
  )

const start = (): void => void readConfig().then(show, () => show(undefined))

/** Milliseconds that the app waits for the splash at most: not every browser tells, and an unseen tab paints nothing. */
const PATIENCE = 120

const LARGEST = 'largest-contentful-paint'

/** The splash is the page until there is one: it is on the screen before its place is taken. */
const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, PATIENCE)
    if (!PerformanceObserver.supportedEntryTypes.includes(LARGEST)) return
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      done()
    }).observe({ type: LARGEST, buffered: true })
  })

reloadOnMissingFiles()
// Before anything else reads the address: it may hold Telegram's login.
storeCode('refer', referCodeIn(launch()?.startParam))
extractCodes()
const ready = Promise.all([afterPaint(), preloadPage(location.pathname), startLocale()])
const config = readConfig().catch(() => undefined)
/** After all that the first page needs: what must be here when the network goes away. */
const preloadRest = (): void => {
  void preloadToasts()
  void preloadTabs()
}

void ready.then(async () => {
  const loaded = await config
  show(loaded)
  watchConnection(loaded?.apiUrl ?? '')
  setTimeout(preloadRest, 0)
})
