import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { isOverlayShown } from './overlays.ts'

/** How many elements are remembered: a row's button, the menu that it opened, the dialog after that. */
const REMEMBERED = 8
const focusable = 'a[href], button:not([disabled]), input:not([aria-hidden=true]), textarea, [tabindex="0"]'

/** An element that had the focus, and what was around it then, the nearest first. */
type Place = readonly Element[]

const placeOf = (element: Element): Place => {
  const place: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) place.push(at)
  return place
}

const isUsable = (element: Element): boolean => element.isConnected && !element.closest('[inert], [data-closed]')
/** An open dialog keeps the focus by itself: nothing behind it may have it. */
const hasNoFocus = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  !isOverlayShown('[role=dialog], [role=alertdialog]')

/** Focuses the heading of the screen, or the screen itself while it has none. */
const focusScreen = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  const target = heading ?? document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

/** Whether a screen without a heading has the focus: it is still loading. */
const isAwaitingHeading = (): boolean =>
  document.activeElement?.matches('main') === true && document.activeElement.querySelector('h1[tabindex]') === null

/** What is nearest to a place: the element, else the row that Tab reaches or the first control of what was around it. */
const nearest = (place: Place): HTMLElement | undefined => {
  const [element, ...around] = place
  if (element instanceof HTMLElement && isUsable(element)) return element
  const rest = around.find((other) => other.isConnected)
  if (!rest || !rest.closest('main') || rest.matches('main')) return undefined
  const target = rest.querySelector<HTMLElement>('[role=row][tabindex="0"], tr[tabindex="0"]')
  return target ?? rest.querySelector<HTMLElement>(focusable) ?? undefined
}

/** Whether the place was on a screen, and not in a dialog or menu over it. */
const isOnScreen = (place: Place): boolean => place.some((element) => element.matches('main'))

/**
 * Gives the focus back where the element that had it is gone: to what opened the dialog, to the next row after a
 * deletion, to the heading of a new screen. Otherwise Tab would begin at the top of the page.
 */
const watchFocus = (): (() => void) => {
  let places: Place[] = []
  let frame = 0
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) places = [placeOf(target), ...places].slice(0, REMEMBERED)
  }
  const restore = () => {
    const [last] = places
    if (!last || last[0]?.isConnected || !hasNoFocus()) return
    const place = places.find((known) => known[0] && (isUsable(known[0]) || isOnScreen(known)))
    const target = place && nearest(place)
    if (target) target.focus({ preventScroll: true })
    else focusScreen()
  }
  // A dialog that closes gives the focus back by itself, a frame later.
  const observer = new MutationObserver(() => {
    if (isAwaitingHeading()) return focusScreen()
    if (places.length === 0 || !hasNoFocus()) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(restore)))
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Keeps the focus on the page: where it is lost, and after a shortcut or a command has opened another screen. */
export const useLostFocus = (): void => {
  const { pathname, key } = useLocation()
  useEffect(watchFocus, [])
  useEffect(() => {
    // The first page begins where the browser begins.
    if (key !== 'default' && hasNoFocus()) focusScreen()
    // oxlint-disable-next-line react/exhaustive-deps -- Only another screen counts, not another filter.
  }, [pathname])
}
