import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { solanaWallet } from '../api/src/features/login/wallets.testing.ts'
import { apiAt } from './api.ts'
import { readTokens } from './faucet.ts'
import { YARDSTICK } from './flat.ts'
import type { Recorder } from './recorder.ts'
import type { Payees } from './sends.ts'
import { type SoakRun, liveOnce } from './user.ts'
import { visitOnce } from './visitor.ts'
import type { World } from './world.ts'

/** The pause between two calls of a user. Milliseconds. */
const PAUSE = 100
/** The pause before a user begins again after a failure. Milliseconds. */
const PAUSE_AFTER_FAILURE = 1000

const admin = { username: 'operator', password: 'a password for soaking' }

/** Sets the server up through the console's calls. */
const signInAsAdmin = async ({ url }: World) => {
  const api = apiAt(url, { timed: (_, work) => work() })
  await api.as().setup.create(admin)
  const { token } = await api.as().setup.login(admin)
  return api.as(token)
}

const randomHex = (bytes: number): string =>
  `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')}`

const newPayees = (): Payees => ({
  solana: solanaWallet().address,
  ethereum: randomHex(20),
  vara: randomHex(32),
})

/** An HTTP server without work, which measures the cost of a round trip on this machine. */
const startYardstick = async (recorder: Recorder) => {
  const server = createServer((_, response) => void response.end('{}'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    measure: () => recorder.timed(YARDSTICK, async () => void (await (await fetch(url)).text())),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Plays one life after the other until the signal. A failure is recorded and ends the current one. */
const keepPlaying = async (
  name: string,
  { recorder, signal }: { recorder: Recorder; signal: AbortSignal },
  playOnce: () => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await playOnce()
    } catch (error) {
      if (signal.aborted) return
      recorder.fail(`${name}: between two calls`, error)
      await wait(PAUSE_AFTER_FAILURE, undefined, { signal }).catch(() => {})
    }
  }
}

/** Plays `users` users at the API and one in a browser, until the signal. */
export const playUntil = async (
  signal: AbortSignal,
  { world, recorder, browser, users }: { world: World; recorder: Recorder; browser: Browser; users: number },
): Promise<void> => {
  const yardstick = await startYardstick(recorder)
  const think = async () => {
    await yardstick.measure()
    await wait(PAUSE, undefined, { signal })
  }
  const run: SoakRun = {
    world,
    recorder,
    think,
    admin: await signInAsAdmin(world),
    tokens: await readTokens(world),
    payees: newPayees(),
  }
  let number = 0
  const next = () => (number += 1)
  const lives = Array.from({ length: users }, () =>
    keepPlaying('user', { recorder, signal }, () => liveOnce(run, next())),
  )
  const visits = keepPlaying('page', { recorder, signal }, () => visitOnce(run, browser, next()))
  // Does not wait for calls in progress.
  await Promise.race([Promise.all([...lives, visits]), new Promise((done) => signal.addEventListener('abort', done))])
  yardstick.stop()
}
