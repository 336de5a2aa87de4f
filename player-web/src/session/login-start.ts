import { pageStorage } from '../lib/page-storage.ts'

const KEY = 'SONIC:START_LOGIN'

/** Stores that a login began here, since a redirect login leaves the page. */
const markLoginStart = (): void => void pageStorage.set(KEY, 'true')

/** Runs a login and marks that it began here; a login that fails removes the mark. */
export const beginLogin = async (login: () => Promise<boolean>): Promise<boolean> => {
  markLoginStart()
  const isSuccessful = await login()
  if (!isSuccessful) consumeLoginStart()
  return isSuccessful
}

/** Whether a login began here. Removes the mark, so that it is true once. */
export const consumeLoginStart = (): boolean => {
  const isStarted = pageStorage.get(KEY) === 'true'
  if (isStarted) pageStorage.remove(KEY)
  return isStarted
}
