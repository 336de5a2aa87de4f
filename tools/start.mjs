// `npm start`: installs and builds what is missing, then is the server.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'client', 'api', 'cli', 'player-web'])
// @ts-ignore -- built just now
await import('../api/dist/main.js')
