export { appSettings } from './app-settings.ts'
export type { Fault } from './faults.ts'
export type { Person } from './people.ts'
export { startIdentityWorld, type IdentityWorld } from './world.ts'
