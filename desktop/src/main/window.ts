import { BrowserWindow, shell, type Session as ElectronSession, type WebContents } from 'electron'

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

/** Opens the console's window on `url`. */
export const openWindow = (url: string, preload: string): BrowserWindow => {
  const window = new BrowserWindow({
    width: 1180,
    height: 780,
    minWidth: 420,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    title: 'OpenAuth',
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(url)
  return window
}
