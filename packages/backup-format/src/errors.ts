export type BackupFormatErrorCode =
  /** It does not begin as a backup does. */
  | 'not_a_backup'
  /** It is of a later format than this program reads. */
  | 'newer_format'
  /** It ends before its end. */
  | 'truncated'
  /** It is not what was written: a digest, a count or the order differs. */
  | 'damaged'

/** `message` says what is wrong with a backup, for operators. */
export class BackupFormatError extends Error {
  override readonly name = 'BackupFormatError'
  readonly code: BackupFormatErrorCode

  constructor(code: BackupFormatErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The backup stops before its last frame. */
export const truncated = (): BackupFormatError =>
  new BackupFormatError('truncated', 'The backup ends before its end: it was not written completely.')

/** The backup is not what was written. `what` is a clause. */
export const damaged = (what: string): BackupFormatError =>
  new BackupFormatError('damaged', `The backup is damaged: ${what}.`)
