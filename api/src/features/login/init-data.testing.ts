import type { LoginWorld } from './testing.ts'

const startedAt = Math.floor(Date.now() / 1000)
let age = 0
/** The first person's init data that nothing has used yet: of another second each time, as when a page is opened again. */
export const newInitData = (at: Pick<LoginWorld, 'world'>): string =>
  at.world.telegram.initData(at.world.people[0], { authDate: startedAt - (age += 1) })
