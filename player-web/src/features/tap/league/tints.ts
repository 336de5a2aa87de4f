/** The metal of each league, from the lowest; a further one begins again. All have a contrast of 4.5 to 1 on the dark pages. */
const tints = ['#dd9257', '#c6d0dd', '#fbb83c', '#6fdccd', '#7cb6ff', '#ff8090', '#bb99ff', '#6fd993'] as const

/** The colour of a league by its tier, which is from 1. */
export const tintOf = (tier: number): string => tints[(Math.max(1, tier) - 1) % tints.length]!

const parts = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** A colour such as `#dd9257`, lit: 1 is white, -1 almost black. */
export const shade = (color: string, light: number): string => {
  const end = parts(light > 0 ? '#ffffff' : '#0c0803')
  const mixed = parts(color).map((part, index) => Math.round(part + (end[index]! - part) * Math.abs(light)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
