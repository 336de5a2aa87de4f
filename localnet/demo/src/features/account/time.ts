const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const dateOf = (milliseconds: number): string => date.format(milliseconds)
export const momentOf = (milliseconds: number): string => moment.format(milliseconds)
