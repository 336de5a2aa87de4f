// Baseline of a password login: argon2id alone, with the server's parameters, on the cores it is pinned to.
import { hash, verify } from '@node-rs/argon2'

const stored = await hash('a password for measuring', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const seconds = Number(process.env.BENCH_SECONDS)
const end = performance.now() + seconds * 1000
let count = 0
const worker = async () => {
  for (; performance.now() < end; count += 1) await verify(stored, 'a password for measuring')
}
const start = performance.now()
await Promise.all([worker(), worker()])
console.log(JSON.stringify({ rate: count / ((performance.now() - start) / 1000) }))
