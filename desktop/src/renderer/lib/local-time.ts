const MINUTE = 60_000

/** A time in milliseconds as `<input type="datetime-local">` has it, in the operator's time zone; empty for what is no time. */
export const localMinutes = (at: number): string => {
  if (!Number.isSafeInteger(at) || Math.abs(at) > 8.64e15) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)
}

/** The milliseconds of what such a field contains; undefined while it is empty or no time. */
export const millisecondsOf = (local: string): number | undefined => {
  const at = new Date(local).getTime()
  return Number.isNaN(at) ? undefined : at
}
