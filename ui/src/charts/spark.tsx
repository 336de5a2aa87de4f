import { Line, LineChart, YAxis } from 'recharts'
import { seriesColour } from './model.tsx'

const margin = { top: 3, right: 1, bottom: 3, left: 1 }

const Spark = ({ values }: { values: readonly number[] }) => (
  <LineChart
    width={96}
    height={24}
    data={values.map((value) => ({ value }))}
    margin={margin}
    accessibilityLayer={false}
  >
    <YAxis hide domain={['dataMin', 'dataMax']} />
    <Line dataKey="value" stroke={seriesColour(0)} strokeWidth={1.5} dot={false} isAnimationActive={false} />
  </LineChart>
)

export default Spark
