import { existsSync } from 'node:fs'
import { join } from 'node:path'
import electronUpdater, { type AppUpdater } from 'electron-updater'

/**
 * The updater for the kind of package that runs: an AppImage, a deb, an installation on Windows or an application of
 * macOS. Undefined where the package was made without a feed. `resources` is the folder beside the archive.
 */
export const openUpdater = (resources: string): AppUpdater | undefined =>
  existsSync(join(resources, 'app-update.yml')) ? electronUpdater.autoUpdater : undefined
