import type { AuthorizationRequest } from './request.ts'

/** The values of a storage whose keys begin with a prefix, for the session of another app than that of this front end. */
const below = (storage: Storage, prefix: string): Storage => ({
  get length() {
    return storage.length
  },
  key: (index) => storage.key(index),
  getItem: (key) => storage.getItem(prefix + key),
  setItem: (key, value) => storage.setItem(prefix + key, value),
  removeItem: (key) => storage.removeItem(prefix + key),
  clear: () => undefined,
})

/**
 * Where the session of a login page is kept: with the front end's own where it is about the same app. A program that asks for a new
 * login gets one of this tab, and the user's other session stays. Undefined: the usual place.
 */
export const sessionStorageFor = (
  { app, loginSince }: AuthorizationRequest,
  homeAppId: string,
): Storage | undefined => {
  try {
    if (loginSince > 0) return below(sessionStorage, `authorize:${location.pathname}:`)
    return app.id === homeAppId ? undefined : below(localStorage, `app:${app.id}:`)
  } catch {
    // Blocked: the session lasts until the page is closed.
    return undefined
  }
}
