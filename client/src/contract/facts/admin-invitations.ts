/** How long the link of an invitation works. Days. */
export const INVITATION_DAYS = 7

/** The console's page that an invitation's link opens. The secret stands behind it in the fragment, which no browser sends. */
export const INVITATION_PATH = '/invitation'
