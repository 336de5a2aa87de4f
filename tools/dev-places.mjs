// Where `npm run dev` keeps what is its own. `npm start` uses other folders, so that neither meets the other's.
import { join } from 'node:path'
import { root } from './install.mjs'

/** Its data: in there is an app with every login method on, open to everybody's stand-in accounts. */
export const devDataFolder = join(root, 'data-dev')

/** Its build of the player app, which is neither compressed nor small. */
export const devPlayerFolder = join(root, 'player-web/dist-dev')
