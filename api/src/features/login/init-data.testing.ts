import type { LoginWorld } from './testing.ts'

const startedAt = Math.floor(Date.now() / 1000)
let age = 0
/** Init data of the first person that is unused: its time differs in each call, as when a page is opened again. */
export const newInitData = (harness: Pick<LoginWorld, 'world'>): string =>
  harness.world.telegram.initData(harness.world.people[0], { authDate: startedAt - (age += 1) })
