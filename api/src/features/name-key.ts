/** The form in which names are compared: NFKC (done by the contract), without regard to case. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()
