/** Where a user exports everything that is stored about the account: a stream, which is no call of the contract. */
export const DATA_EXPORT_PATH = '/user/export'

/** The longest time in which a deletion can be cancelled. Seconds. */
export const MAX_DELETION_GRACE = 90 * 86_400

/** What a deletion waits for although it is due. */
export const deletionWaits = ['sends'] as const

/** The documents of an app that users accept, each by a version. */
export const termsDocuments = ['terms', 'privacy'] as const
export type TermsDocument = (typeof termsDocuments)[number]

/** Where the players' front end says that a document was accepted. */
export const PLAYER_SURFACE = 'player'
