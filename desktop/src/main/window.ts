import { BrowserWindow, dialog, screen, shell, type Session as ElectronSession, type WebContents } from 'electron'
import { keepWindowState, placeOf, readWindowState } from './window-state.ts'
import type { Translate } from './words.ts'

/** Opens a web page in the system's browser; ignores other schemes, such as files. */
const openOutside = (url: string): void => {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) void shell.openExternal(url)
}

/**
 * Restricts a window to the console's own pages: other links open in the browser; frames and webviews are blocked.
 * https://www.electronjs.org/docs/latest/tutorial/security#13-disable-or-limit-navigation
 */
export const restrictNavigation = (contents: WebContents, isHome: (url: string) => boolean): void => {
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isHome(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) openOutside(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isHome(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}

/** Denies every permission except writing to the clipboard, which copying an id needs. */
export const denyPermissions = (session: ElectronSession): void => {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write'
  session.setPermissionCheckHandler((_, permission) => isAllowed(permission))
  session.setPermissionRequestHandler((_, permission, decide) => decide(isAllowed(permission)))
}

/** Asks before the window is closed or reloaded with unsaved changes; the page says whether it has some. */
const askBeforeUnload = (window: BrowserWindow, { t, onStay }: Pick<WindowOptions, 't' | 'onStay'>): void => {
  window.webContents.on('will-prevent-unload', (event) => {
    const buttons = [t('shell.discard'), t('menu.stay')]
    const [leave, stay] = [0, 1]
    const texts = { message: t('shell.unsaved'), detail: t('shell.unsavedReason'), buttons }
    const chosen = dialog.showMessageBoxSync(window, { type: 'question', ...texts, defaultId: stay, cancelId: stay })
    // Preventing what the page prevents lets the window go.
    if (chosen === leave) event.preventDefault()
    else onStay()
  })
}

export interface WindowOptions {
  url: string
  preload: string
  /** The file that keeps the window's place. */
  stateFile: string
  t: Translate
  /** Called when the operator does not leave unsaved changes. */
  onStay: () => void
}

/** Opens the console's window where it was before. */
export const openWindow = ({ url, preload, stateFile, ...asking }: WindowOptions): BrowserWindow => {
  const state = readWindowState(stateFile)
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    width: 1180,
    height: 780,
    ...placeOf(state, screens),
    minWidth: 420,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    title: 'OpenAuth',
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
  })
  window.once('ready-to-show', () => {
    if (state?.isMaximized) window.maximize()
    window.show()
  })
  keepWindowState(window, stateFile)
  askBeforeUnload(window, asking)
  void window.loadURL(url)
  return window
}
