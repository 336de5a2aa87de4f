import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  protocol,
  session as electronSession,
  shell,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { EVENTS, type ShellEvent } from '../ipc.ts'
import { pickLocale } from '../renderer/i18n/locales.ts'
import { openCrashLog } from './crash-log.ts'
import { watchCrashes } from './crashes.ts'
import { diagnosticsOf } from './diagnostics.ts'
import { createHandlers, listen, type Shell } from './ipc.ts'
import { createLinkInbox, linkIn } from './links.ts'
import { menuOf } from './menu.ts'
import { createConsoleUrlCheck, consoleUrl, scheme, servePages } from './pages.ts'
import { createRestart } from './restart.ts'
import { openSession } from './session.ts'
import { systemTokenStore } from './token-store.ts'
import { openUpdater } from './updater.ts'
import { createUpdates } from './updates.ts'
import { denyPermissions, restrictNavigation, openWindow } from './window.ts'
import { createWords, type Words } from './words.ts'

/** The address of Vite's server during development; an installed console ignores the environment. */
// oxlint-disable-next-line node/no-process-env -- electron-vite passes the address of its server here
const developmentUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const isHome = createConsoleUrlCheck(developmentUrl)
const inUserData = (name: string) => join(app.getPath('userData'), name)

const open = ({ t }: Words) =>
  openWindow({
    url: developmentUrl ?? consoleUrl,
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    stateFile: inUserData('window.json'),
    t,
    onStay: () => restart.callOff(),
  })

const tell = (event: ShellEvent) => BrowserWindow.getAllWindows()[0]?.webContents.send(EVENTS, event)

const focusWindow = () => {
  const [window] = BrowserWindow.getAllWindows()
  if (window?.isMinimized()) window.restore()
  window?.show()
  window?.focus()
}

const links = createLinkInbox(() => {
  focusWindow()
  tell('link')
})

/** Links come as an event on macOS, elsewhere as an argument of the first or of a further start. */
const receiveLinks = () => {
  app.on('open-url', (event, url) => {
    event.preventDefault()
    links.put(url)
  })
  app.on('second-instance', (_, argv) => {
    const link = linkIn(argv)
    if (link) links.put(link)
    else focusWindow()
  })
  const link = linkIn(process.argv)
  if (link) links.put(link)
  // From source the program is Electron, which is not to open links afterwards.
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme)
}

const copyDiagnostics = async () => {
  const { isPackaged } = app
  await clipboard.writeText(diagnosticsOf({ version: app.getVersion(), locale: app.getLocale(), isPackaged }))
  tell('diagnosticsCopied')
}

const crashLog = openCrashLog(app.getPath('userData'))
const openLogFolder = () => void shell.openPath(crashLog.folder)

const updater = app.isPackaged ? openUpdater(process.resourcesPath) : undefined
const onChange = () => tell('update')
const updates = updater && createUpdates({ updater, log: crashLog, onChange, quit: () => app.quit() })
const restart = createRestart(
  () => BrowserWindow.getAllWindows(),
  () => updates?.install(),
)

/** Says that the window stopped working again, and lets the operator choose what is next. */
const explainCrash = async (contents: WebContents, { t }: Words) => {
  const buttons = [t('menu.reload'), t('menu.openLog'), t('menu.quit')]
  const texts = { message: t('menu.gone'), detail: t('menu.goneReason'), buttons }
  const { response } = await dialog.showMessageBox({ type: 'error', ...texts, defaultId: 0, cancelId: 2 })
  if (response === 1) openLogFolder()
  if (response === 2) app.quit()
  else contents.reload()
}

const endAfterCrash = ({ t }: Words) => {
  dialog.showErrorBox(t('menu.fatal'), t('menu.fatalReason'))
  app.exit(1)
}

const showMenu = ({ t }: Words) => {
  const actions = {
    openPalette: () => tell('palette'),
    openShortcuts: () => tell('shortcuts'),
    copyDiagnostics: () => void copyDiagnostics(),
    openLogFolder,
    checkForUpdates: updates && (() => void updates.check(true)),
  }
  const template: MenuItemConstructorOptions[] = menuOf(process.platform, t, actions, !app.isPackaged)
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

const start = async (): Promise<void> => {
  app.on('web-contents-created', (_, contents) => restrictNavigation(contents, isHome))
  receiveLinks()
  const words = createWords()
  const explain = (contents: WebContents) => void explainCrash(contents, words)
  watchCrashes({ process, app, log: crashLog, end: () => endAfterCrash(words), explain })
  app.on('window-all-closed', () => {
    if (!restart.windowsClosed() && process.platform !== 'darwin') app.quit()
  })
  await app.whenReady()
  words.onChange(() => showMenu(words))
  words.set(pickLocale(app.getPreferredSystemLanguages()))
  denyPermissions(electronSession.defaultSession)
  protocol.handle(scheme, servePages(join(import.meta.dirname, '../renderer')))
  const session = await openSession(inUserData('console.json'), systemTokenStore)
  const desktop: Shell = {
    setLanguage: words.set,
    takeLink: links.take,
    takeCrashNews: crashLog.takeNews,
    openLogFolder,
    updateState: () => updates?.state() ?? { kind: 'none' },
    restartIntoUpdate: () => {
      if (updates?.state().kind === 'ready') restart.begin()
    },
  }
  listen(ipcMain, createHandlers(session, desktop), isHome)
  const openIfNone = () => {
    if (BrowserWindow.getAllWindows().length === 0) open(words)
  }
  app.on('activate', openIfNone)
  // On macOS the program goes on without a window, which a link opens again.
  app.on('open-url', openIfNone)
  openIfNone()
  updates?.watch()
}

app.enableSandbox()
protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])
// Two consoles would overwrite each other's session.
if (app.requestSingleInstanceLock()) void start()
else app.quit()
