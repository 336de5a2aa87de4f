// `npm run signer`: installs and builds what is missing, then is the signer.
import { onParentGone } from './children.mjs'
import { ensureInstalled } from './install.mjs'

onParentGone(() => process.kill(process.pid, 'SIGTERM'))
await ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'providers', 'client', 'api'])
// By address, since it was built just now and is no source of this project.
await import(new URL('../api/dist/signer.js', import.meta.url).href)
