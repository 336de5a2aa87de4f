import { createMotion } from './motion.ts'
import type { Point } from './presses.ts'

/** Ten taps a second of five fingers fly for nine tenths of a second. */
const POOL = 48
const DURATION = 900

const rise = (isStill: boolean, { x, y }: Point): Keyframe[] => {
  const at = (dx: number, dy: number, scale: number) =>
    `translate(${x + dx}px, ${y + dy}px) translate(-50%, -50%) scale(${scale})`
  if (isStill)
    return [
      { opacity: 1, transform: at(0, -24, 1) },
      { opacity: 1, offset: 0.6, transform: at(0, -24, 1) },
      { opacity: 0, transform: at(0, -24, 1) },
    ]
  const side = (Math.random() - 0.5) * 36
  return [
    { opacity: 0, transform: at(0, -8, 0.6), easing: 'ease-out' },
    { opacity: 1, offset: 0.12, transform: at(side * 0.2, -30, 1.12), easing: 'cubic-bezier(0.2, 0.6, 0.4, 1)' },
    { opacity: 1, offset: 0.55, transform: at(side * 0.7, -90, 1) },
    { opacity: 0, transform: at(side, -150, 0.9) },
  ]
}

/** Numbers that fly from where a tap landed. The nodes are made once, and the oldest is used again. */
export const createFlyingNumbers = (layer: HTMLElement) => {
  const nodes = Array.from({ length: POOL }, () => {
    const node = document.createElement('span')
    node.className = 'tap-number'
    layer.append(node)
    return { node, fly: createMotion(node, { duration: DURATION }) }
  })
  let next = 0
  return {
    fly: (text: string, point: Point, isStill: boolean) => {
      const { node, fly } = nodes[next]!
      next = (next + 1) % POOL
      if (node.textContent !== text) node.textContent = text
      fly(rise(isStill, point))
    },
    remove: () => layer.replaceChildren(),
  }
}
