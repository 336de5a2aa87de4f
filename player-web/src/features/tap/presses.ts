/** Where a tap landed, in pixels from the target's top left corner, and how wide the target is. */
export interface Point {
  x: number
  y: number
  size: number
}

const isPress = (key: string): boolean => key === ' ' || key === 'Enter'

const centerOf = (target: HTMLElement): Point => ({
  x: target.offsetWidth / 2,
  y: target.offsetHeight / 2,
  size: target.offsetWidth,
})

/**
 * Calls `onTap` for each finger that comes down on a button, each press of space or enter, and each click of a screen
 * reader. Fingers are counted by pointerdown, which browsers do not merge as they do moves; nothing else comes of them.
 */
export const listenToPresses = (target: HTMLElement, onTap: (point: Point) => void): (() => void) => {
  const gone = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(type: K, listen: (event: HTMLElementEventMap[K]) => void) =>
    target.addEventListener(type, listen, { signal: gone.signal, passive: false })
  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const { left, top, width } = target.getBoundingClientRect()
    onTap({ x: event.clientX - left, y: event.clientY - top, size: width })
  })
  // Without this, two quick touches zoom, long ones select, and the browser makes a click of each.
  on('touchstart', (event) => event.cancelable && event.preventDefault())
  on('touchmove', (event) => event.cancelable && event.preventDefault())
  on('contextmenu', (event) => event.preventDefault())
  on('dragstart', (event) => event.preventDefault())
  on('keydown', (event) => {
    if (!isPress(event.key)) return
    event.preventDefault()
    if (!event.repeat) onTap(centerOf(target))
  })
  on('keyup', (event) => isPress(event.key) && event.preventDefault())
  // A click of a pointer has a count; that of a screen reader has none.
  on('click', (event) => event.detail === 0 && onTap(centerOf(target)))
  return () => gone.abort()
}
