import { answerWithPasskey, createPasskey, type PasskeyAnswer, type PasskeyRegistration } from '@openauth/client'
import { isInBrowser } from '../api/transport.ts'
import type { Translate } from '../i18n/i18n.ts'

/** Browsers make passkeys for names of hosts only (WebAuthn level 3, section 5.1.2). */
const isAddress = (host: string): boolean => /^\[|^\d+(?:\.\d+){3}$/.test(host)

/** Whether this console can use passkeys: in a browser, over TLS or on localhost, by the name of a host. */
export const canUsePasskeys = (): boolean =>
  isInBrowser() && typeof PublicKeyCredential !== 'undefined' && !isAddress(location.hostname)

/** A dialog of the browser that was closed is worded here. */
const worded = async <T>(t: Translate, asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    const { cause } = error as Error
    const isRefusal = cause instanceof DOMException && cause.name === 'NotAllowedError'
    throw isRefusal ? new Error(t('session.noPasskey'), { cause: error }) : error
  }
}

type Options = Promise<Record<string, unknown>>

/** Has the operator choose a passkey, which answers the server's options. */
export const askPasskey = async (t: Translate, options: Options): Promise<PasskeyAnswer> =>
  worded(t, answerWithPasskey(await options))

/** Has the operator's device make a passkey by the server's options. */
export const makePasskey = async (t: Translate, options: Options): Promise<PasskeyRegistration> =>
  worded(t, createPasskey(await options))
