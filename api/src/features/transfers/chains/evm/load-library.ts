/** Imports the chain's libraries on first use. */
export const loadLibrary = () => import('./library.ts')
