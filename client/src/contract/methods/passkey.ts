import type { MethodFacts } from './method.ts'

/** Its calls are declared by themselves (passkeys.ts). A user can have several. */
export const passkey = {
  title: 'a passkey',
  account: 'A passkey',
  switch: 'passkeyEnabled',
  place: 100,
  settings: [],
  ownCalls: true,
} as const satisfies MethodFacts
