import type { LoginMethod } from '@openauth/client'
import { pageStorage } from '../lib/page-storage.ts'

const KEY = 'SONIC:LastLogin'

/** Remembers how this browser logged in: the next time that way stands first. */
export const markLastLogin = (method: LoginMethod): void => void pageStorage.set(KEY, method)

export const lastLogin = (): string | null => pageStorage.get(KEY)
