/** The form in which names are compared: NFKC (done by the contract), without regard to case. By upper case first, since letters may share one: σ and ς. */
export const nameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
