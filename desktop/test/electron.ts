import { EventEmitter } from 'node:events'

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
  userData: '',
  keyring: 'gnome_libsecret',
}

export class WebContents extends EventEmitter {
  windowOpenHandler = (_details: { url: string }): { action: string } => ({ action: 'allow' })
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.windowOpenHandler = handler
  }
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => recorded.windows
  readonly webContents = new WebContents()
  url = ''
  constructor(readonly options: { webPreferences: Record<string, unknown> }) {
    super()
    recorded.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string) {
    this.url = url
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
}
export const app = new App()

export const ipcMain = {
  handle: (channel: string, handler: Handler) => void recorded.handlers.set(channel, handler),
}
export const ipcRenderer = { invoke: async (...message: unknown[]) => void recorded.invoked.push(message) }
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
export const shell = { openExternal: async (url: string) => void recorded.openedOutside.push(url) }
export const safeStorage = {
  getSelectedStorageBackend: () => recorded.keyring,
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(Buffer.from(text).toReversed()),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: Buffer.from(sealed.toReversed()).toString(),
    shouldReEncrypt: false,
  }),
}
