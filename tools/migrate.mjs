// `npm run migrate`: builds what is missing, then applies the migrations of this release to the database of the settings;
// with --dry-run it lists them.
import { ensureInstalled } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'providers', 'client', 'api'])
await import(new URL('../api/dist/migrate.js', import.meta.url).href)
