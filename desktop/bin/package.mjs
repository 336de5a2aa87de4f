// Packages the console for this system: `npm run package -- [electron-builder's options]`.
// electron-builder is fetched when it is needed: it is three times as large as all that the console is built with.
//
// OPENAUTH_UPDATE_URL names a folder on a web server, where the packages then look for newer versions, in the channel
// OPENAUTH_UPDATE_CHANNEL (latest, or beta); upload what is in dist/packages to it. https://www.electron.build/auto-update
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from '../../tools/build.mjs'

const VERSION = '26.17.0'

const folder = fileURLToPath(new URL('..', import.meta.url))
const electron = createRequire(import.meta.url)('electron/package.json').version
const { OPENAUTH_UPDATE_URL: url, OPENAUTH_UPDATE_CHANNEL: channel = 'latest' } = process.env

if (url !== undefined && !/^https:\/\/\S+$/.test(url)) {
  console.error(`OPENAUTH_UPDATE_URL is ${url}, but must begin with https://: a package that it names is run.`)
  process.exit(1)
}
if (!['latest', 'beta'].includes(channel)) {
  console.error(`OPENAUTH_UPDATE_CHANNEL is ${channel}, but must be latest or beta.`)
  process.exit(1)
}
const updates = url ? ['-c.publish.provider=generic', `-c.publish.url=${url}`, `-c.publish.channel=${channel}`] : []

await build(['desktop'])
const args = [
  '--yes',
  `electron-builder@${VERSION}`,
  '--config',
  'electron-builder.yml',
  `-c.electronVersion=${electron}`,
]
const { status, error } = spawnSync(
  process.platform === 'win32' ? 'npx.cmd' : 'npx',
  [...args, ...updates, '--publish', 'never', ...process.argv.slice(2)],
  { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
)
if (error) console.error(`npx could not be run: ${error.message}`)
process.exit(status ?? 1)
