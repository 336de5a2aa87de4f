/** `full` allows every call of the app group, `read` only calls that neither change nor sign anything. */
export const appSecretKinds = ['full', 'read'] as const
export type AppSecretKind = (typeof appSecretKinds)[number]
