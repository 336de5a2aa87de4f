// `node tools/run.mjs program [argument …]`: a program of the checkout or of
// node_modules, once the dependencies are there. It ends with npm.
import { join } from 'node:path'
import { onParentGone, run } from './children.mjs'
import { ensureInstalled, root } from './install.mjs'

const [program = '', ...args] = process.argv.slice(2)
await ensureInstalled()
onParentGone(() => process.kill(process.pid, 'SIGTERM'))
const command = [join(root, program), ...args]
process.exitCode = await run(process.execPath, command, { cwd: root, stdio: 'inherit' })
