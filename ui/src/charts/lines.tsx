import { Line, LineChart } from 'recharts'
import { useLocale } from '../words.tsx'
import { axes, flat, margin } from './axes.tsx'
import { greatestOf, seriesColour, seriesDash, type ChartProps } from './model.tsx'

/** recharts takes no undefined. */
const dashed = (place: number) => {
  const strokeDasharray = seriesDash(place)
  return strokeDasharray === undefined ? {} : { strokeDasharray }
}

const Lines = ({ label, height, ...data }: ChartProps) => (
  <LineChart responsive title={label} data={flat(data.points, data)} margin={margin} style={{ width: '100%', height }}>
    {axes(data, greatestOf(data), useLocale())}
    {data.series.map(({ id, title }, place) => (
      <Line
        key={id}
        dataKey={id}
        name={title}
        stroke={seriesColour(place)}
        strokeWidth={2}
        {...dashed(place)}
        dot={false}
        type="monotone"
        isAnimationActive={false}
      />
    ))}
  </LineChart>
)

export default Lines
