/** Who reads about a call. The OpenAPI document has a tag for each. */
export const readers = {
  Operators:
    'Run the server: admins, apps and their settings, users of every app, keys, content and the audit. ' +
    'The credential is an admin token.',
  Partners:
    "Calls of a partner's server for the users of its own app. The credential is the app secret, which never leaves that server.",
  Users:
    'Logins, and what a logged-in user does with its account and wallets. The credential is a user token; ' +
    'calls that begin a login need none.',
  Players: "What the players' front end reads and keeps: its configuration, dapps and games, and the game's own calls.",
} as const
export type Reader = keyof typeof readers
