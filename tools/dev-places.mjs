// Where `npm run dev` keeps what is its own. `npm start` uses other folders, so that neither meets the other's.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Its data: in there is an app with every login method on, open to everybody's stand-in accounts. */
export const devDataFolder = join(root, 'data-dev')

/** Its build of the player app, which is neither compressed nor small. */
export const devPlayerFolder = join(root, 'player-web/dist-dev')

/**
 * Why the server could not keep its data in a folder; undefined where it can. It says so itself, but once providers and chains run
 * around it, and the watcher then waits for a change of the sources, which would not help.
 * @param {string} folder
 */
export const problemOfDataFolder = (folder) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    const remedy = 'Make this user its owner, or set OPENAUTH_DATA_DIR to a folder that this user can write.'
    return `The data folder ${folder} cannot be written (${code}). ${remedy}`
  }
}
