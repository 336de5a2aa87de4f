import { shade, tintOf } from './tints.ts'

/** A face of a cut gem: its corners in a square of 100 by 100, and its colour. */
export interface Facet {
  corners: readonly (readonly [x: number, y: number])[]
  color: string
}

const FEWEST_SIDES = 4
const MOST_SIDES = 12
const RIM = 48
const TABLE = 27
/** How much brighter than the faces around it the flat top is, and how much darker the faces between. */
const TABLE_LIGHT = 0.32
const BETWEEN_LIGHT = -0.18

const corner = (turn: number, radius: number): [number, number] => {
  const angle = turn * 2 * Math.PI - Math.PI / 2
  return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)]
}

/** How bright a face is by its middle: light comes from the upper left. -0.55 to 0.55. */
const lightOf = (corners: Facet['corners']): number => {
  const x = corners.reduce((sum, [each]) => sum + each - 50, 0)
  const y = corners.reduce((sum, [, each]) => sum + each - 50, 0)
  return (-0.55 * (x + y)) / (Math.hypot(x, y) * Math.SQRT2)
}

/** The emblem of a league: a gem with a side more for each league. */
export const facetsOf = (tier: number): Facet[] => {
  const tint = tintOf(tier)
  const sides = Math.min(MOST_SIDES, FEWEST_SIDES - 1 + Math.max(1, tier))
  const rim = (index: number) => corner(index / sides, RIM)
  const top = (index: number) => corner((index + 0.5) / sides, TABLE)
  const face = (corners: Facet['corners'], more: number): Facet => ({
    corners,
    color: shade(tint, lightOf(corners) + more),
  })
  const around = Array.from({ length: sides }, (_, index) => [
    face([rim(index), rim(index + 1), top(index)], 0),
    face([top(index - 1), top(index), rim(index)], BETWEEN_LIGHT),
  ])
  const table = { corners: Array.from({ length: sides }, (_, index) => top(index)), color: shade(tint, TABLE_LIGHT) }
  return [...around.flat(), table]
}
