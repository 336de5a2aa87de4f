import { createContext, useContext } from 'react'

/** What the server of this page says of its surroundings, at `/config.json`. */
export interface DemoConfig {
  apiUrl: string
  appId: string
  /** The identity providers on loopback. */
  worldUrl: string
  telegramBotId: string | null
}

export const readConfig = async (): Promise<DemoConfig> => {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answers ${response.status}`)
  return (await response.json()) as DemoConfig
}

const ConfigContext = createContext<DemoConfig | null>(null)
export const ConfigProvider = ConfigContext.Provider

export const useConfig = (): DemoConfig => {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('There is no config around')
  return config
}
