/** The columns of `firebase auth:export` as CSV, which has no header. https://firebase.google.com/docs/cli/auth#file_format */
export const firebaseColumns: readonly string[] = [
  'localId',
  'email',
  'emailVerified',
  'passwordHash',
  'salt',
  'displayName',
  'photoUrl',
  ...['google', 'facebook', 'twitter', 'github'].flatMap((provider) =>
    ['Id', 'Email', 'Name', 'Photo'].map((field) => `${provider}${field}`),
  ),
  'createdAt',
  'lastSignedInAt',
  'phoneNumber',
  'disabled',
  'customAttributes',
]

const PROVIDERS_END = 23

/** Whether the first row of a file is a user of Firebase's: enough cells, and whether the address is verified. */
export const isFirebaseRow = (cells: readonly string[]): boolean =>
  cells.length >= PROVIDERS_END && /^(true|false)$/.test(cells[2] ?? '') && cells[0] !== ''
