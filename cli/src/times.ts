const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats a time of milliseconds since the epoch: `2026-11-21 15:09:33` in the local time zone, or `2026-11-21 15:09:33Z`. */
export const timeText = (milliseconds: number, isUtc: boolean): string => {
  const at = new Date(milliseconds)
  if (Number.isNaN(at.getTime())) return String(milliseconds)
  if (isUtc) return at.toISOString().replace('T', ' ').replace(/\.\d+/, '')
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}`
}

/** Formats a time for other programs: `2026-11-21T15:09:33.000Z`, RFC 3339. */
export const isoTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  return Number.isNaN(at.getTime()) ? String(milliseconds) : at.toISOString()
}
