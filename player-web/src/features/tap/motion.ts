/**
 * Animates an element, each time from the beginning. The last animation is remembered: to ask an element for its animations
 * makes the browser compute all styles, which at a tap costs as much as the rest of it.
 */
export const createMotion = (element: HTMLElement, timing: KeyframeAnimationOptions) => {
  let last: Animation | undefined
  return (keyframes: Keyframe[]): void => {
    last?.cancel()
    last = element.animate(keyframes, timing)
  }
}
