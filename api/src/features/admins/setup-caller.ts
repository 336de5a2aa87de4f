import { type Caller, isFromThisMachine, isOwnHost, isOwnOrigin } from '../../lib/caller.ts'
import { Problem } from '../../errors.ts'
import { isSetupCode } from './setup-code.ts'

/**
 * A foreign page must not use a browser on this machine to make its owner the admin: neither by a cross-origin request
 * (https://www.w3.org/TR/fetch-metadata/) nor by a name of its own that resolves to this machine (DNS rebinding),
 * which the Host header shows.
 */
const requireOwnPage = (caller: Caller, publicUrl: string): void => {
  const site = caller.headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isOwn = isOwnHost(caller, publicUrl) && isOwnOrigin(caller, publicUrl) && !isForeignSite
  if (!isOwn) throw new Problem('setup_refused')
}

/**
 * Refuses the first set-up unless the caller is on this machine, or knows the code that the server printed at its
 * start. Throws `setup_refused`, `setup_code_required`.
 */
export const requireSetupCaller = async (
  caller: Caller,
  { publicUrl, given, readCode }: { publicUrl: string; given: string | undefined; readCode: () => Promise<string> },
): Promise<void> => {
  requireOwnPage(caller, publicUrl)
  if (isFromThisMachine(caller)) return
  if (given === undefined || !isSetupCode(await readCode(), given)) throw new Problem('setup_code_required')
}
