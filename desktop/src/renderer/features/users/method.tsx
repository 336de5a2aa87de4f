import { type LoginMethod, loginMethods, SUPPORT } from '@openauth/client'
import { MethodIcon } from '@openauth/client/react'
import { Tooltip } from '@openauth/ui/tooltip'
import { useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import './users.css'

const isMethod = (text: string): text is LoginMethod => (loginMethods as readonly string[]).includes(text)

/** What a login method is called, in the words of a server that may be newer than this page. */
export const useMethodTitle = (): ((method: string) => string) => {
  const t = useTranslate()
  return (method) => {
    if (method === SUPPORT) return t('users.support')
    return isMethod(method) ? methodTitle(method, t) : method
  }
}

/** A login method: its icon and its name. */
export const Method = ({ method }: { method: string }) => {
  const title = useMethodTitle()
  return (
    <span className="user-method">
      {isMethod(method) && <MethodIcon method={method} />}
      {title(method)}
    </span>
  )
}

/** Login methods as icons, each with its name in a tooltip. */
export const MethodIcons = ({ methods }: { methods: readonly LoginMethod[] }) => {
  const title = useMethodTitle()
  return (
    <span className="user-methods">
      {methods.map((method) => (
        <Tooltip key={method} text={title(method)}>
          <span>
            <MethodIcon method={method} />
            <span className="ui-hidden">{title(method)}</span>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}
