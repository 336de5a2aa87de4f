import { methodTitles, switchOf, type App, type LoginMethod, type SwitchName } from '@openauth/client'
import type { Translate } from '../i18n/i18n.ts'

const methods = Object.keys(switchOf) as LoginMethod[]

/** What a login method is called. Names of companies and chains are the same in all languages. */
export const methodTitle = (method: LoginMethod, t: Translate): string => {
  const titles: Record<LoginMethod, string> = {
    ...methodTitles,
    email: t('apps.email'),
    username: t('apps.username'),
    passkey: t('apps.passkey'),
    oidc: t('login-methods.oidc'),
  }
  return titles[method]
}

/** The login methods that are switched on, in the contract's order. */
export const enabledMethods = (app: Pick<App, SwitchName>): LoginMethod[] =>
  methods.filter((method) => app[switchOf[method]])
