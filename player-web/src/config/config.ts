import { clientOf, endpoints, fetchTransport, type PlayerConfig } from '@openauth/client'
import { createContext, useContext } from 'react'

/** Reads the server's configuration for pages. Throws an ApiError. */
export const readConfig = (): Promise<PlayerConfig> =>
  clientOf({ player: endpoints.player }, fetchTransport({ baseUrl: '' })).player.config()

/** The configuration of a server that has an app for this front end. */
export type AppConfig = PlayerConfig & { app: NonNullable<PlayerConfig['app']> }

export const ConfigContext = createContext<AppConfig | null>(null)

export const useConfig = (): AppConfig => {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('Put a ConfigContext around what asks for the configuration')
  return config
}
