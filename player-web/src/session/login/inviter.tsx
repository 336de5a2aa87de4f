import { clientOf, endpoints, fetchTransport } from '@openauth/client'
import { useEffect, useState } from 'react'
import { useConfig } from '../../config/config.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { storedCode } from '../codes.ts'

/** Keeps a name of another direction of writing apart from the sentence. https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** The name is asked for without the query cache, which the first load does not have. */
const useInviterName = (): string | null => {
  const { apiUrl, switches } = useConfig()
  const referCode = switches.referral ? storedCode('refer') : undefined
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    if (referCode === undefined) return
    const { inviter } = clientOf({ player: endpoints.player }, fetchTransport({ baseUrl: apiUrl })).player
    inviter({ referCode }).then(
      (found) => setName(found.name),
      // The page is complete without it.
      () => {},
    )
  }, [referCode, apiUrl])
  return name
}

/** Who invites the visitor, by the name that boards show. Nothing for an unknown code, or while it is not known. */
export const Inviter = () => {
  const t = useTranslate()
  const name = useInviterName()
  return name && <p className="login-inviter">{t('login.invitedBy', { name: isolated(name) })}</p>
}
