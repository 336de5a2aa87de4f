/** A restart of the program, which begins once its windows are closed. */
export interface Restart {
  /** Closes the windows. One with unsaved changes asks first. */
  begin: () => void
  /** A window stays open. */
  callOff: () => void
  /** Restarts if a restart has begun; returns whether it does. */
  windowsClosed: () => boolean
}

export const createRestart = (windows: () => readonly { close: () => void }[], install: () => void): Restart => {
  let isWanted = false
  const windowsClosed = () => {
    if (!isWanted) return false
    isWanted = false
    install()
    return true
  }
  return {
    begin: () => {
      isWanted = true
      if (windows().length === 0) windowsClosed()
      for (const window of windows()) window.close()
    },
    callOff: () => (isWanted = false),
    windowsClosed,
  }
}
