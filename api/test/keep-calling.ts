import type { Client } from '@openauth/client'

/** Calls that go on, by turns on each client, until they are ended: the names of those that were acknowledged and of others, and how those failed. */
export const keepCalling = (
  clients: Client[],
  lanes: number,
  call: (client: Client, name: string) => Promise<unknown>,
) => {
  const [acknowledged, unacknowledged, failures]: [string[], string[], unknown[]] = [[], [], []]
  let isEnded = false
  const run = async (lane: number) => {
    for (let n = 0; !isEnded; n += 1) {
      const name = `${lane}-${n}`
      // oxlint-disable-next-line no-await-in-loop -- A lane makes one call after the other.
      await call(clients[lane % clients.length]!, name).then(
        () => acknowledged.push(name),
        (error: unknown) => {
          unacknowledged.push(name)
          failures.push(error)
        },
      )
    }
  }
  const ended = Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  const end = async () => {
    isEnded = true
    await ended
  }
  return { acknowledged, unacknowledged, failures, end }
}
