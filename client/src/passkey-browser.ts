import type { passkeys } from './contract/passkeys.ts'
import type { CallInput } from './contract/route.ts'

/** The fields that the server reads; a browser's own JSON has more. */
export type PasskeyRegistration = CallInput<typeof passkeys.registerVerify>['response']
export type PasskeyAnswer = CallInput<typeof passkeys.loginVerify>['response']

type Json = Record<string, unknown>

const toBytes = (text: unknown): ArrayBuffer =>
  Uint8Array.from(atob(String(text).replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withBytes = (list: unknown) =>
  (list as Json[] | undefined)?.map((entry) => ({ ...entry, id: toBytes(entry['id']) }))

/** Fallback for browsers without the JSON methods of WebAuthn level 3, section 5.1. */
const creationFallback = (options: Json) =>
  ({
    ...options,
    challenge: toBytes(options['challenge']),
    user: { ...(options['user'] as Json), id: toBytes((options['user'] as Json)['id']) },
    excludeCredentials: withBytes(options['excludeCredentials']) ?? [],
  }) as unknown as PublicKeyCredentialCreationOptions

const requestFallback = (options: Json) =>
  ({
    ...options,
    challenge: toBytes(options['challenge']),
    allowCredentials: withBytes(options['allowCredentials']) ?? [],
  }) as unknown as PublicKeyCredentialRequestOptions

const responseFields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

const jsonFallback = (credential: PublicKeyCredential): Json => {
  const response = credential.response as unknown as Record<string, ArrayBuffer | null | undefined>
  const fields = responseFields.flatMap((name) => {
    const bytes = response[name]
    return bytes ? [[name, toText(bytes)]] : []
  })
  const transports = (credential.response as Partial<AuthenticatorAttestationResponse>).getTransports?.()
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { ...Object.fromEntries(fields), ...(transports ? { transports } : {}) },
  }
}

/** The JSON methods, which some browsers lack although the types declare them. */
type JsonMethods = Partial<
  Pick<typeof PublicKeyCredential, 'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON'>
>

const jsonMethods = (): JsonMethods => {
  if (typeof PublicKeyCredential === 'undefined')
    throw new Error('This browser does not support passkeys on this page: they need TLS or localhost')
  return PublicKeyCredential
}

const credentialOf = async (request: Promise<Credential | null>): Promise<Json> => {
  const credential = (await request.catch((cause: unknown) => {
    const isRefusal = cause instanceof DOMException && cause.name === 'NotAllowedError'
    throw isRefusal ? new Error('No passkey was selected: the dialog was closed or timed out', { cause }) : cause
  })) as PublicKeyCredential | null
  if (!credential) throw new Error('No passkey was selected')
  return 'toJSON' in credential ? (credential.toJSON() as unknown as Json) : jsonFallback(credential)
}

/** Has the user select a passkey, which answers the server's options. Throws an Error that says why there is none. */
export const answerWithPasskey = async (options: Json): Promise<PasskeyAnswer> => {
  const { parseRequestOptionsFromJSON: parse } = jsonMethods()
  const publicKey = parse ? parse(options as never) : requestFallback(options)
  return (await credentialOf(navigator.credentials.get({ publicKey }))) as unknown as PasskeyAnswer
}

/** Has the user's device make a passkey by the server's options. Throws an Error that says why there is none. */
export const createPasskey = async (options: Json): Promise<PasskeyRegistration> => {
  const { parseCreationOptionsFromJSON: parse } = jsonMethods()
  const publicKey = parse ? parse(options as never) : creationFallback(options)
  return (await credentialOf(navigator.credentials.create({ publicKey }))) as unknown as PasskeyRegistration
}
