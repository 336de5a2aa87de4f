/** Whether Ctrl-C was pressed. The first one lets the call under way end; the second one ends the program. */
export const watchInterrupt = (): { isAsked: () => boolean; end: () => void } => {
  let asked = false
  const onInterrupt = () => {
    asked = true
  }
  process.once('SIGINT', onInterrupt)
  return { isAsked: () => asked, end: () => process.off('SIGINT', onInterrupt) }
}
