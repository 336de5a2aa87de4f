import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, protocol, session as electronSession } from 'electron'
import { createHandlers, listen } from './ipc.ts'
import { createConsoleUrlCheck, consoleUrl, scheme, servePages } from './pages.ts'
import { openSession } from './session.ts'
import { systemTokenStore } from './token-store.ts'
import { denyPermissions, restrictNavigation, openWindow } from './window.ts'

/** The address of Vite's server during development; an installed console ignores the environment. */
// oxlint-disable-next-line node/no-process-env -- electron-vite passes the address of its server here
const developmentUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const isHome = createConsoleUrlCheck(developmentUrl)

const open = () => openWindow(developmentUrl ?? consoleUrl, join(import.meta.dirname, '../preload/index.cjs'))

const start = async (): Promise<void> => {
  app.on('web-contents-created', (_, contents) => restrictNavigation(contents, isHome))
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  await app.whenReady()
  denyPermissions(electronSession.defaultSession)
  protocol.handle(scheme, servePages(join(import.meta.dirname, '../renderer')))
  const session = await openSession(join(app.getPath('userData'), 'console.json'), systemTokenStore)
  listen(ipcMain, createHandlers(session), isHome)
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  open()
}

app.enableSandbox()
protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])
// Two consoles would overwrite each other's session.
if (app.requestSingleInstanceLock()) void start()
else app.quit()
