// Starts the console: `node bin/start.mjs preview` builds and runs it, `dev` reloads it when its source changes.
// Electron's npm package has no install script: the first start downloads the runtime. This script reports a failed
// download, which would otherwise end in a stack trace (electron) or in "Electron uninstall" (electron-vite).
// https://www.electronjs.org/docs/latest/tutorial/installation
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const [command = 'preview', ...rest] = process.argv.slice(2)

/** @param {string} name @param {string} file */
const inPackage = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file)

const fetchRuntime = () => {
  if (process.env['ELECTRON_EXEC_PATH']) return
  const { status, stderr } = spawnSync(process.execPath, [inPackage('electron', 'install.js')], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  if (status === 0) return
  const reason = stderr.toString().match(/^.*Error: .*$/m)?.[0] ?? stderr.toString().trim()
  console.error(`Electron's runtime could not be downloaded: ${reason}

The console downloads it once, about 120 MB from GitHub. Without access to GitHub, either
  set ELECTRON_MIRROR to a mirror's address, or
  set ELECTRON_EXEC_PATH to the Electron program of this version on your disk.
The CLI can administer the server too: npx openauth --help`)
  process.exit(1)
}

fetchRuntime()
const { status } = spawnSync(process.execPath, [inPackage('electron-vite', 'bin/electron-vite.js'), command, ...rest], {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
})
process.exit(status ?? 1)
