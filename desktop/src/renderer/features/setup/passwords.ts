/** Returns an error message if the two passwords differ. */
export const mismatchMessage = (password: string, repeated: string): string | undefined =>
  password === repeated ? undefined : 'The two passwords differ'
