// `node --import ./tools/pure-bigint.mjs`: for programs that run from their sources, as `npm run dev` does.
import { register } from 'node:module'

register('./pure-bigint-hook.mjs', import.meta.url)
