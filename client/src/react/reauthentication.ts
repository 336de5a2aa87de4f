/** A call that waits for the user's reauthentication. */
export interface PendingReauthentication {
  /** Continues the call with the token of a reauthentication; null cancels the call. */
  resolve: (token: string | null) => void
}

/**
 * Requests reauthentications for calls that need one, if the page has a dialog. One at a time: a second call fails with
 * the server's refusal.
 */
export const createReauthentication = (onChange: (pending: PendingReauthentication | null) => void) => {
  let dialogs = 0
  let pending: PendingReauthentication | null = null
  return {
    /** Registers a dialog; returns the function that unregisters it. */
    registerDialog: (): (() => void) => {
      dialogs += 1
      return () => {
        dialogs -= 1
        // Without a dialog the pending call could never continue.
        if (dialogs === 0) pending?.resolve(null)
      }
    },
    /** Resolves to the token of a reauthentication; null without a dialog or after a cancellation. */
    request: async (): Promise<string | null> => {
      if (dialogs === 0 || pending) return null
      return new Promise<string | null>((resolve) => onChange((pending = { resolve }))).finally(() => {
        pending = null
        onChange(null)
      })
    },
  }
}
