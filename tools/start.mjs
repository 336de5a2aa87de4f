// `npm start`: installs and builds what is missing, then is the server.
import { onParentGone } from './children.mjs'
import { ensureInstalled } from './install.mjs'

onParentGone(() => process.kill(process.pid, 'SIGTERM'))
await ensureInstalled()
const { build } = await import('./build.mjs')
const pages = process.env.OPENAUTH_CONSOLE === 'off' ? ['player-web'] : ['player-web', 'desktop']
await build(['generate', 'providers', 'client', 'api', 'cli', ...pages])
// By address, since it was built just now and is no source of this project.
await import(new URL('../api/dist/main.js', import.meta.url).href)
