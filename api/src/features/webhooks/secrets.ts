import type { Tx, WebhookModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { newWebhookSecret } from '../../lib/webhook-signature.ts'
import { withDataKey } from '../keys/data-keys.ts'

const PURPOSE = 'webhook-secret'

type Keys = Pick<Platform, 'keys'>
type Owner = Pick<WebhookModel, 'id' | 'appId'>

/** A new secret of an endpoint, and its sealed form. Throws CustodyError. */
export const sealNewSecret = (tx: Tx, { keys }: Keys, { id, appId }: Owner) => {
  const secret = newWebhookSecret()
  return withDataKey(tx, keys, { owner: 'app', appId }, ({ seal }) => ({ secret, sealed: seal(PURPOSE, id, secret) }))
}

/** The secrets that sign at a time: the present one, and the one before until it expires. Throws CustodyError. */
export const openSecrets = (
  tx: Tx,
  { keys }: Keys,
  {
    id,
    appId,
    sealedSecret,
    sealedPrevious,
    previousUntil,
  }: Owner & Pick<WebhookModel, 'sealedSecret' | 'sealedPrevious' | 'previousUntil'>,
  now: number,
): Promise<[string, ...string[]]> => {
  const former = sealedPrevious && previousUntil && previousUntil.getTime() > now ? [sealedPrevious] : []
  return withDataKey(tx, keys, { owner: 'app', appId }, ({ open }) => [
    open(PURPOSE, id, sealedSecret),
    ...former.map((sealed) => open(PURPOSE, id, sealed)),
  ])
}
