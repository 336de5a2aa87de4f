import type { MethodFacts } from './method.ts'

/** A name and a password: its login call is declared by itself (login.ts), and it is not bound. */
export const username = {
  title: 'user name',
  account: 'The user name',
  identityField: 'username',
  switch: 'usernameEnabled',
  place: 130,
  settings: [],
  ownCalls: true,
} as const satisfies MethodFacts
