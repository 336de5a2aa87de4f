/** Whether a text can be sent as a bearer token (RFC 6750, section 2.1). Fetch's own error message would contain it. */
export const isBearerToken = (text: string): boolean => /^[\w.~+/=-]+$/.test(text)
