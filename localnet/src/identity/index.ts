export { appSettings } from './app-settings.ts'
export { startIdentityWorld, type IdentityWorld } from './world.ts'
