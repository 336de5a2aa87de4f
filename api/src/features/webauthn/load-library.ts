/** Imports the WebAuthn library with the first passkey call, since it brings parsers of certificates along. */
export const loadLibrary = () => import('@simplewebauthn/server')
