import { Bar, BarChart } from 'recharts'
import { useLocale } from '../words.tsx'
import { axes, flat, margin } from './axes.tsx'
import { greatestSum, seriesColour, type ChartProps } from './model.tsx'

const Bars = ({ label, height, ...data }: ChartProps) => (
  <BarChart responsive title={label} data={flat(data.points, data)} margin={margin} style={{ width: '100%', height }}>
    {axes(data, greatestSum(data), useLocale())}
    {data.series.map(({ id, title }, place) => (
      <Bar
        key={id}
        dataKey={id}
        name={title}
        stackId="all"
        fill={seriesColour(place)}
        maxBarSize={28}
        isAnimationActive={false}
      />
    ))}
  </BarChart>
)

export default Bars
