import type { Route } from './route.ts'

/** Whether a read calls a chain's node, which may be billed per call. */
const asksChain = (path: string): boolean => path.startsWith('/user/wallets/')

/**
 * Whether attempt counters limit a call: public and user calls that write or that call a chain. Partners' calls are
 * counted by app secret. Signed-in operators are not limited.
 */
export const isLimited = ({ auth, method, path }: Pick<Route, 'auth' | 'method' | 'path'>): boolean =>
  auth === 'app' || (auth !== 'admin' && (method !== 'GET' || asksChain(path)))
