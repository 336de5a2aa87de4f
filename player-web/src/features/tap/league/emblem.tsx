import { facetsOf } from './facets.ts'

const pointsOf = (corners: ReturnType<typeof facetsOf>[number]['corners']): string =>
  corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/** The emblem of a league. Hidden from screen readers: the league's name stands beside it. */
export const Emblem = ({ tier }: { tier: number }) => (
  <svg className="tap-emblem" viewBox="0 0 100 100" aria-hidden="true">
    {facetsOf(tier).map(({ corners, color }) => (
      // Its own colour around each face closes the gap of antialiasing.
      <polygon key={pointsOf(corners)} points={pointsOf(corners)} fill={color} stroke={color} strokeWidth="0.5" />
    ))}
  </svg>
)
