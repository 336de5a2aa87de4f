/** A `ref` that focuses an input when it appears, because it is the next to be filled in. */
export const focusInput = (input: HTMLInputElement | null): void => input?.focus()
