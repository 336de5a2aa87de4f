/** Stands for everything in a list of allowed values. */
export const ANY = '*'
