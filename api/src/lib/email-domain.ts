import { domainToASCII } from 'node:url'

/** A domain in the form in which DNS knows it: `bücher.example` and `xn--bcher-kva.example` are one (RFC 5891, section 4.4). */
const known = (domain: string): string => domainToASCII(domain) || domain

/** The domain of an e-mail address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Whether a domain is one of a list, in whichever form each is written. */
export const hasDomain = (domains: readonly string[], domain: string): boolean => {
  const wanted = known(domain)
  return domains.some((each) => known(each) === wanted)
}
