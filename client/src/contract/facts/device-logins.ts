/** The letters of user codes: no vowels, so that no words arise, and no two that look alike (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** Letters of a user code. */
export const USER_CODE_LENGTH = 8

/** The letters of a code as they are compared: people type either case, with or without the hyphen. */
export const plainUserCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** A code as it is shown, in two halves: `BCDF-GHJK`. */
export const shownUserCode = (typed: string): string =>
  plainUserCode(typed).replace(new RegExp(`^.{${USER_CODE_LENGTH / 2}}`), '$&-')
