/** How long a call to the server may take, its answer read whole, on the desktop and in a browser. Milliseconds. */
export const CALL_TIMEOUT_MS = 30_000
