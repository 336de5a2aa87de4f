// `node tools/installed.mjs && …`: what follows finds a Node that is new enough, and the locked dependencies.
import { ensureInstalled } from './install.mjs'

await ensureInstalled()
