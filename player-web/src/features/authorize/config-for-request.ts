import type { PlayerConfig } from '@openauth/client'
import { readRequest } from './request.ts'
import { sessionStorageFor } from './session-storage.ts'

/** The configuration with the app of the program's request, and where its session is kept. */
export const configForRequest = async (config: PlayerConfig): Promise<{ config: PlayerConfig; storage?: Storage }> => {
  // The page says why a request cannot be read.
  const request = await readRequest().catch(() => undefined)
  if (!request) return { config }
  const storage = sessionStorageFor(request, config.app?.id ?? '')
  return { config: { ...config, app: request.app }, ...(storage && { storage }) }
}
