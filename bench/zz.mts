import { writeFileSync } from 'node:fs'
import { startPinned, processorTime } from './pinned.ts'
import { openWorld } from './world.ts'
import { openLoginWorld } from './login-world.ts'
import { hammer } from './wrk.ts'
const db='postgresql://postgres@127.0.0.1/dbg'
const s = await startPinned('../api/dist/main.js', { DATABASE_URL: db, OPENAUTH_DATA_DIR:'/var/tmp/dbg', FLAGS:'--cpu-prof --cpu-prof-dir=/var/tmp/dbg/prof' })
const w = await openWorld(s.url)
const l = await openLoginWorld(s.url, w.adminToken, db)
for (const m of ['telegram'] as const) {
const bodies = await l.bodies(m, 200)
await hammer({url:s.url, path:`/user/login-${m}`, bodies, connections:64, seconds:2})
const b=processorTime(s.pid); const r=await hammer({url:s.url, path:`/user/login-${m}`, bodies, connections:64, seconds:25})
console.log(m, r.perSecond.toFixed(0), ((processorTime(s.pid)-b)/r.requests).toFixed(0),'us')
}
await l.close(); await s.stop()
