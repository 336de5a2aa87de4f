/** A call that waits for the user to confirm that it is them. */
export interface Question {
  /** Goes on with the token of a reauthentication; null gives the call up. */
  answer: (token: string | null) => void
}

/**
 * Asks for a reauthentication where a call needs one, if the page has a dialog for it. One question at a time: a second call
 * meanwhile is refused as it is.
 */
export const createReauthentication = (show: (question: Question | null) => void) => {
  let dialogs = 0
  let asked: Question | null = null
  return {
    /** Says that a dialog is on the page; returns what takes it back. */
    offer: (): (() => void) => {
      dialogs += 1
      return () => {
        dialogs -= 1
        // Nobody is left to answer.
        if (dialogs === 0) asked?.answer(null)
      }
    },
    /** The token of a reauthentication; null where there is none. */
    ask: async (): Promise<string | null> => {
      if (dialogs === 0 || asked) return null
      return new Promise<string | null>((answer) => show((asked = { answer }))).finally(() => {
        asked = null
        show(null)
      })
    },
  }
}
