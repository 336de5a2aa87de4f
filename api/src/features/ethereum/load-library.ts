/** The chain's libraries, with the first call that needs them. */
export const loadLibrary = () => import('./library.ts')
