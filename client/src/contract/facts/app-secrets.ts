/** `full` allows every call of the app group, `read` only calls that neither change nor sign anything. */
export const appSecretKinds = ['full', 'read'] as const
export type AppSecretKind = (typeof appSecretKinds)[number]

/** How every app secret begins. Clients in the field know the form. */
export const APP_SECRET_PREFIX = 'oa_'
const DIGITS = 32
const form = new RegExp(`^${APP_SECRET_PREFIX}[0-9a-f]{${DIGITS}}$`)

/** The form in words. */
export const appSecretForm = `${APP_SECRET_PREFIX} and ${DIGITS} hex digits`

export const isAppSecret = (text: string): boolean => form.test(text)
