import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'

/** A place on the screens, in device-independent pixels. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const length = z.int().min(100).max(20_000)
const State = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: length, height: length }),
  isMaximized: z.boolean(),
})
export type WindowState = z.infer<typeof State>

/** The window's place at its last end; undefined where there is none, or a damaged one. */
export const readWindowState = (file: string): WindowState | undefined => {
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** How much of the window's top must lie on a screen, so that it can be seen and moved. */
const GRIP = { width: 120, height: 40 }

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)

const isReachable = ({ x, y, width }: Rectangle, screen: Rectangle): boolean =>
  overlap(x, width, screen.x, screen.width) >= GRIP.width &&
  overlap(y, GRIP.height, screen.y, screen.height) >= GRIP.height

/**
 * Where to open the window: where it was, if that is on a screen that is still there; otherwise in the middle, with the
 * size that it had as far as the first screen has room.
 */
export const placeOf = (state: WindowState | undefined, screens: readonly Rectangle[]): Partial<Rectangle> => {
  if (!state) return {}
  const { bounds } = state
  if (screens.some((screen) => isReachable(bounds, screen))) return bounds
  const { width, height } = screens[0] ?? bounds
  return { width: Math.min(bounds.width, width), height: Math.min(bounds.height, height) }
}

/** What of a window is kept. */
export interface KeptWindow {
  getNormalBounds: () => Rectangle
  isMaximized: () => boolean
  on: (event: 'close', listener: () => void) => unknown
}

/** Writes the window's place when it closes. */
export const keepWindowState = (window: KeptWindow, file: string): void => {
  window.on('close', () => {
    const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }
    try {
      writeFileSync(file, JSON.stringify(state))
    } catch (error) {
      process.emitWarning(`The console could not save the window's place: ${String(error)}`)
    }
  })
}
