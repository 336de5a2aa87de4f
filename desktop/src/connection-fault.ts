import type { ApiError } from '@openauth/client'

/** Why the console gets no answer from an OpenAuth server. The window has a text for each, in its language. */
export const faults = [
  'refused',
  'unknownHost',
  'lookup',
  'noRoute',
  'blockedPort',
  'reset',
  'timeout',
  'noHttps',
  'notHttp',
  'selfSigned',
  'unknownAuthority',
  'expired',
  'notYetValid',
  'otherHost',
  'insecure',
  'redirect',
  'foreign',
  'foreignError',
  'proxy',
  'unreachable',
  'none',
] as const
export type Fault = (typeof faults)[number]

const PREFIX = 'connection_'

/** The code of the error of a fault. */
export const codeOfFault = (fault: Fault): string => PREFIX + fault

/** The fault that an error's code names, if any. */
export const faultOf = (code: string | undefined): Fault | undefined =>
  faults.find((fault) => code === codeOfFault(fault))

/**
 * What is wrong with an answer that is not OpenAuth's; undefined for an answer of OpenAuth, and where none arrived. Each
 * error of OpenAuth has a code; pages of proxies and of other programs have none.
 */
export const faultOfAnswer = ({ status, code }: ApiError): Fault | undefined => {
  if (status === 0 || code !== undefined) return undefined
  if (status < 300) return 'foreign'
  return status >= 500 ? 'proxy' : 'foreignError'
}

/** Whether a body has the envelope of OpenAuth's answers. JSON of another program does not. */
export const isAnswer = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'data')
