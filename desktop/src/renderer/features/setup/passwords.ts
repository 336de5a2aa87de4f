/** What is wrong with a password typed twice, beyond what the contract checks. */
export const mismatchMessage = (password: string, repeated: string): string | undefined =>
  password === repeated ? undefined : 'The two passwords differ'
