import { pageStorage } from '../lib/page-storage.ts'

const KEY = 'SONIC:START_LOGIN'

/** Remembers that a social login was begun here, before the page leaves for its provider. */
const markLoginStart = (): void => void pageStorage.set(KEY, 'true')

/** Runs a login that begins here; one that does not come about leaves no trace for the next. */
export const beginLogin = async (login: () => Promise<boolean>): Promise<boolean> => {
  markLoginStart()
  const isDone = await login()
  if (!isDone) consumeLoginStart()
  return isDone
}

/** Whether a social login was begun here; true once. */
export const consumeLoginStart = (): boolean => {
  const isStarted = pageStorage.get(KEY) === 'true'
  if (isStarted) pageStorage.remove(KEY)
  return isStarted
}
