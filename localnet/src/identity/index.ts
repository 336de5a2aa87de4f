export { appSettings } from './app-settings.ts'
export type { Fault } from './faults.ts'
export type { Person } from './accounts.ts'
export { startIdentityWorld, type IdentityWorld } from './world.ts'
