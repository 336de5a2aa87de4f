/** A restart of the program, which begins once its windows are closed. */
export interface Restart {
  /** Closes the windows. One with unsaved changes asks first. */
  begin: () => void
  /** Call it when a window stays open: there is no restart until `begin` is called again. */
  callOff: () => void
  /** Call it once no window is open. Restarts if `begin` was called and not called off; returns whether it does. */
  windowsClosed: () => boolean
}

/** A restart that calls `install` once no window is open. */
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
