/** The default idle lifetime of a session. Seconds. */
const DEFAULT_TTL = 30 * 86_400
/** The maximum lifetime of a session, the `exp` of its token. Seconds. */
export const MAX_SESSION_SECONDS = 365 * 86_400

/** The idle lifetime of the sessions of an app. Seconds. */
export const ttlOf = (jwtTTL: number): number => jwtTTL || DEFAULT_TTL

/**
 * Sets the day of a user's last sight. A statement that began before midnight and waited for one of the new day leaves
 * the new day, which is counted already.
 */
export const activeToday = `"activeOn" = greatest(u."activeOn", (now() AT TIME ZONE 'UTC')::date)`
