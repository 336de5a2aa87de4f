import type { Route } from './route.ts'

/** Whether a read calls a chain's node, which may be billed per call. */
const asksChain = (path: string): boolean => path.startsWith('/user/wallets/') || path === '/user/deletion'

/**
 * Whether attempt counters limit a call: public and user calls that write or that call a chain. Partners' calls are
 * counted by app secret. Signed-in operators are limited only in calls that declare it.
 */
export const isLimited = ({ auth, method, path, limited }: Pick<Route, 'auth' | 'method' | 'path' | 'limited'>) =>
  limited === true || auth === 'app' || (auth !== 'admin' && (method !== 'GET' || asksChain(path)))
