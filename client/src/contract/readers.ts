/** The readers of the documentation. The OpenAPI document has a tag for each. */
export const readers = {
  Operators:
    'Run the server: admins, apps and their settings, users of every app, keys, content and the audit. ' +
    'The credential is an admin token.',
  Partners:
    "Calls of a partner's server for the users of its own app. The credential is the app secret, which must stay on that server.",
  Users:
    'Logins, and what a logged-in user does with its account and wallets. The credential is a user token; ' +
    'login calls need none.',
  Players: "Calls of the players' front end: its configuration, dapps, dapp permissions and the game.",
} as const
export type Reader = keyof typeof readers
