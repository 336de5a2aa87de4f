import type { LoginMethod } from '@openauth/client'
import { pageStorage } from '../lib/page-storage.ts'

const KEY = 'SONIC:LastLogin'

/** Stores the method of a login in this browser; it is listed first at the next login. */
export const markLastLogin = (method: LoginMethod): void => void pageStorage.set(KEY, method)

/** The method of the last login in this browser. */
export const lastLogin = (): string | null => pageStorage.get(KEY)
