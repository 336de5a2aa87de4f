import { EventEmitter } from 'node:events'

export interface MenuItem {
  label?: string
  role?: string
  accelerator?: string
  click?: () => void
  submenu?: MenuItem[]
}

/** Replaces Electron in the tests and records the calls of the main process. */
type Handler = (event: unknown, input: unknown) => Promise<unknown>

export const recorded = {
  handlers: new Map<string, Handler>(),
  schemes: [] as unknown[],
  served: new Map<string, (request: { url: string }) => Promise<Response>>(),
  windows: [] as BrowserWindow[],
  openedOutside: [] as string[],
  sandboxed: false,
  permissions: {
    check: (_contents: unknown, _permission: string): boolean => true,
    request: (_contents: unknown, _permission: string, _decide: (granted: boolean) => void): void => {},
  },
  exposed: {} as Record<string, Record<string, (...input: unknown[]) => Promise<unknown>>>,
  invoked: [] as unknown[][],
  /** Events to the window's page. */
  told: [] as unknown[][],
  /** Listeners of the preload script. */
  listeners: new Map<string, (event: unknown, message: unknown) => void>(),
  protocolClients: [] as string[],
  menu: [] as MenuItem[],
  clipboard: '',
  /** Questions, and what is answered to them. */
  questions: [] as { message: string; buttons: string[] }[],
  chosenButton: 0,
  userData: '',
  /** How the program was ended. */
  ended: [] as string[],
  keyring: 'gnome_libsecret',
}

export class WebContents extends EventEmitter {
  windowOpenHandler = (_details: { url: string }): { action: string } => ({ action: 'allow' })
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.windowOpenHandler = handler
  }
  reloads = 0
  reload = () => void (this.reloads += 1)
  send = (...message: unknown[]) => void recorded.told.push(message)
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => recorded.windows
  readonly webContents = new WebContents()
  url = ''
  constructor(readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> }) {
    super()
    recorded.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string) {
    this.url = url
  }
  bounds = { x: 40, y: 50, width: 900, height: 700 }
  state = { isMinimized: false, isMaximized: false, isFocused: false, hasUnsavedChanges: false }
  getNormalBounds = () => this.bounds
  isMaximized = () => this.state.isMaximized
  isMinimized = () => this.state.isMinimized
  maximize = () => void (this.state.isMaximized = true)
  restore = () => void (this.state.isMinimized = false)
  show = () => {}
  focus = () => void (this.state.isFocused = true)
  close = () => {
    let isClosing = !this.state.hasUnsavedChanges
    if (!isClosing) this.webContents.emit('will-prevent-unload', { preventDefault: () => (isClosing = true) })
    if (!isClosing) return
    recorded.windows.splice(recorded.windows.indexOf(this), 1)
    if (recorded.windows.length === 0) app.emit('window-all-closed')
  }
}

class App extends EventEmitter {
  readonly isPackaged = true
  enableSandbox() {
    recorded.sandboxed = true
  }
  requestSingleInstanceLock = () => true
  whenReady = async () => {}
  getPath = () => recorded.userData
  setAsDefaultProtocolClient = (scheme: string) => void recorded.protocolClients.push(scheme)
  getVersion = () => '1.2.3'
  getName = () => 'openauth-console'
  quit = () => void recorded.ended.push('quit')
  getLocale = () => 'es-MX'
  getPreferredSystemLanguages = () => ['es-MX', 'en']
}
export const app = new App()

export const ipcMain = {
  handle: (channel: string, handler: Handler) => void recorded.handlers.set(channel, handler),
}
export const ipcRenderer = {
  invoke: async (...message: unknown[]) => void recorded.invoked.push(message),
  on: (channel: string, listener: (event: unknown, message: unknown) => void) =>
    void recorded.listeners.set(channel, listener),
  off: (channel: string) => void recorded.listeners.delete(channel),
}
export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[]) => void (recorded.menu = menu),
}
export const clipboard = { writeText: async (text: string) => void (recorded.clipboard = text) }
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const dialog = {
  showMessageBoxSync: (_window: unknown, question: { message: string; buttons: string[] }) => {
    recorded.questions.push(question)
    return recorded.chosenButton
  },
  showMessageBox: async (question: { message: string; buttons: string[] }) => {
    recorded.questions.push(question)
    return { response: recorded.chosenButton }
  },
}
export const contextBridge = {
  exposeInMainWorld: (name: string, value: (typeof recorded.exposed)[string]) => void (recorded.exposed[name] = value),
}
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => void (recorded.schemes = schemes),
  handle: (scheme: string, serve: (request: { url: string }) => Promise<Response>) =>
    void recorded.served.set(scheme, serve),
}
export const session = {
  defaultSession: {
    setPermissionCheckHandler: (check: typeof recorded.permissions.check) => void (recorded.permissions.check = check),
    setPermissionRequestHandler: (request: typeof recorded.permissions.request) =>
      void (recorded.permissions.request = request),
  },
}
export const shell = {
  openExternal: async (url: string) => void recorded.openedOutside.push(url),
  openPath: async (path: string) => void recorded.openedOutside.push(path),
}
export const safeStorage = {
  getSelectedStorageBackend: () => recorded.keyring,
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(Buffer.from(text).toReversed()),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: Buffer.from(sealed.toReversed()).toString(),
    shouldReEncrypt: false,
  }),
}
