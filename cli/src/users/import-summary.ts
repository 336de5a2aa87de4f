import type { Context } from '../context.ts'
import { plainView } from '../view.ts'
import type { Totals } from './import-batch.ts'

interface Told {
  dryRun?: true
  emailAsUsername?: true
}

const loginText = (method: string, users: number): string =>
  method === 'username' ? `${users} with user name and password` : `${users} by ${method}`

/** Prints the counts on stdout, and on stderr what the operator may have to do about them. */
export const summarize = ({ out, isDocument }: Context, totals: Totals, { dryRun, emailAsUsername }: Told): void => {
  const { logins, ...counts } = totals
  const methods = [...logins].map(([method, each]) => ({ method, ...each }))
  const text = methods.map(({ method, users }) => loginText(method, users)).join(', ')
  out.data(
    isDocument ? { ...counts, dryRun: dryRun ?? false, logins: methods } : { ...counts, logins: text },
    plainView,
  )
  const off = methods.filter(({ enabled }) => !enabled).map(({ method }) => method)
  if (off.length > 0)
    out.warn(`The app has these login methods off: ${off.join(', ')}. See: openauth login-methods list`)
  if (totals.unusedPasswords > 0)
    out.warn(
      `${totals.unusedPasswords} users have a password and no user name, so the password was not kept.` +
        (emailAsUsername ? '' : ' --email-as-username gives them their address as user name'),
    )
  if (totals.unverifiedEmails > 0)
    out.warn(
      `${totals.unverifiedEmails} e-mail addresses were not verified by the other system and were left out: ` +
        'whoever registered with them need not own them. --unverified-emails imports them',
    )
  if (totals.withoutLogin > 0) out.warn(`${totals.withoutLogin} users have no way to log in`)
  if (dryRun) out.note('A dry run: nothing was stored.')
}
