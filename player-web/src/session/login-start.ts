import { pageStorage } from '../lib/page-storage.ts'

const KEY = 'SONIC:START_LOGIN'

/** Remembers that a social login was begun here, before the page leaves for its provider. */
export const markLoginStart = (): void => pageStorage.set(KEY, 'true')

/** Whether a social login was begun here; true once. */
export const takeLoginStart = (): boolean => {
  const isStarted = pageStorage.get(KEY) === 'true'
  if (isStarted) pageStorage.remove(KEY)
  return isStarted
}
