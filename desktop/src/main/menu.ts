import type { MenuItemConstructorOptions as Item } from 'electron'
import type { Translate } from './words.ts'

/** What the menu's own entries do. */
export interface MenuActions {
  openPalette: () => void
  openShortcuts: () => void
  copyDiagnostics: () => void
  openLogFolder: () => void
  /** Absent where the package has no feed of updates. */
  checkForUpdates?: (() => void) | undefined
}

type Role = NonNullable<Item['role']>

const NAME = 'OpenAuth'
const separator: Item = { type: 'separator' }

/** On macOS it is in the menu of the application, elsewhere in the one of help. */
const updateItems = (t: Translate, { checkForUpdates }: MenuActions): Item[] =>
  checkForUpdates ? [{ label: t('menu.checkForUpdates'), click: checkForUpdates }] : []

const appMenu = (t: Translate, actions: MenuActions): Item => ({
  label: NAME,
  submenu: [
    { role: 'about', label: t('menu.about', { name: NAME }) },
    ...updateItems(t, actions),
    separator,
    { role: 'services', label: t('menu.services') },
    separator,
    { role: 'hide', label: t('menu.hide', { name: NAME }) },
    { role: 'hideOthers', label: t('menu.hideOthers') },
    { role: 'unhide', label: t('menu.showAll') },
    separator,
    { role: 'quit', label: t('menu.quit') },
  ],
})

const editMenu = (t: Translate): Item => ({
  label: t('menu.edit'),
  submenu: [
    { role: 'undo', label: t('menu.undo') },
    { role: 'redo', label: t('menu.redo') },
    separator,
    { role: 'cut', label: t('menu.cut') },
    { role: 'copy', label: t('menu.copy') },
    { role: 'paste', label: t('menu.paste') },
    { role: 'selectAll', label: t('menu.selectAll') },
  ],
})

const viewMenu = (t: Translate, { openPalette }: MenuActions, isDevelopment: boolean): Item => ({
  label: t('menu.view'),
  submenu: [
    // The page listens to these keys itself, in a browser as here.
    {
      label: t('menu.palette'),
      accelerator: 'CommandOrControl+K',
      registerAccelerator: false,
      click: openPalette,
    },
    { role: 'reload', label: t('menu.reload') },
    ...(isDevelopment ? [{ role: 'toggleDevTools' as Role }] : []),
    separator,
    { role: 'resetZoom', label: t('menu.actualSize') },
    { role: 'zoomIn', label: t('menu.zoomIn') },
    { role: 'zoomOut', label: t('menu.zoomOut') },
    separator,
    { role: 'togglefullscreen', label: t('menu.fullScreen') },
  ],
})

const windowMenu = (t: Translate, isMac: boolean): Item => ({
  role: 'window',
  label: t('menu.window'),
  submenu: [
    { role: 'minimize', label: t('menu.minimise') },
    ...(isMac ? [{ role: 'zoom' as Role, label: t('menu.zoom') }] : []),
    { role: 'close', label: t('menu.close') },
  ],
})

const helpMenu = (t: Translate, actions: MenuActions, isMac: boolean): Item => ({
  role: 'help',
  label: t('menu.help'),
  submenu: [
    { label: t('menu.shortcuts'), click: actions.openShortcuts },
    { label: t('menu.diagnostics'), click: actions.copyDiagnostics },
    { label: t('menu.openLog'), click: actions.openLogFolder },
    ...(isMac ? [] : updateItems(t, actions)),
  ],
})

/** The application's menu: macOS has one of the application, which elsewhere is the file menu. */
export const menuOf = (
  platform: NodeJS.Platform,
  t: Translate,
  actions: MenuActions,
  isDevelopment: boolean,
): Item[] => {
  const isMac = platform === 'darwin'
  const first = isMac
    ? appMenu(t, actions)
    : { label: t('menu.file'), submenu: [{ role: 'quit' as Role, label: t('menu.quit') }] }
  return [first, editMenu(t), viewMenu(t, actions, isDevelopment), windowMenu(t, isMac), helpMenu(t, actions, isMac)]
}
