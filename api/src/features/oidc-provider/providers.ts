import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { TellLogout } from './log-out.ts'
import { Problem } from '../../errors.ts'
import type { OidcProviderNeeds } from './needs.ts'
import { openProvider } from './provider.ts'
import type { Records } from './records.ts'

export interface AppProvider {
  appId: string
  provider: Provider
  records: Records
  tellLogout: TellLogout
  callback: ReturnType<Provider['callback']>
}

export interface AppProviders {
  /** The provider of an app. Throws `app_not_found`, also of an app that is none. */
  get: (appId: string) => Promise<AppProvider>
}

/** The most apps whose providers are held at a time; another one is opened in milliseconds. */
const MAX = 200

/** The providers of apps. They are opened at their first call, and anew when keys are rotated or registration is switched. */
export const createAppProviders = (deps: OidcProviderNeeds): AppProviders => {
  const opened = new LRUCache<string, Promise<AppProvider>>({ max: MAX })

  const open = async (opening: Parameters<typeof openProvider>[1]): Promise<AppProvider> => {
    const { appId } = opening
    const { provider, records, tellLogout } = await openProvider(deps, opening)
    return { appId, provider, records, tellLogout, callback: provider.callback() }
  }

  return {
    get: async (appId) => {
      const app = await deps.loginApps.get(appId)
      if (!app.oidcProviderEnabled) throw new Problem('app_not_found')
      const keys = await deps.providerKeys.current()
      const registers = app.oidcRegistrationEnabled
      const key = `${appId} ${registers} ${keys.version}`
      const known = opened.get(key) ?? open({ appId, keys, registers })
      opened.set(key, known)
      known.catch(() => opened.delete(key))
      return known
    },
  }
}
