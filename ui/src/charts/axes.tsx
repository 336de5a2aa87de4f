import { CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import {
  axisNumber,
  intervalName,
  seriesColour,
  valueText,
  wholeTicks,
  type ChartData,
  type ChartPoint,
} from './model.tsx'

/** What is drawn of a value: what is absent counts as 0, null is left out. */
const shown = (value: number | null | undefined): number | null => (value === undefined ? 0 : value)

/** A point as recharts takes it: the values beside the time. */
export const flat = (points: readonly ChartPoint[], { series }: Pick<ChartData, 'series'>) =>
  points.map(({ at, values }) => ({ at, ...Object.fromEntries(series.map(({ id }) => [id, shown(values[id])])) }))

interface TipProps extends ChartData {
  locale: string | undefined
  active?: boolean | undefined
  label?: string | number | undefined
}

/** What an interval consists of, at the pointer or at the arrow keys. */
const Tip = ({ active, label, series, points, interval, isPercent, locale }: TipProps) => {
  const point = active ? points.find(({ at }) => at === Number(label)) : undefined
  if (!point) return null
  const number = valueText(locale, isPercent)
  return (
    <div className="ui-chart-tip">
      <span className="ui-chart-tip-title">{intervalName(interval, locale, true)(point.at)}</span>
      <ul>
        {series.map(({ id, title }, place) => (
          <li key={id}>
            <span className="ui-chart-key" style={{ background: seriesColour(place) }} />
            {title}
            <span className="ui-chart-tip-value">{number(shown(point.values[id]))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const margin = { top: 6, right: 4, bottom: 0, left: 0 }

/** What lines and bars have in common. recharts finds these among the children of its chart, also in a fragment. */
export const axes = (data: ChartData, greatest: number, locale: string | undefined) => (
  <>
    <CartesianGrid vertical={false} stroke="var(--ui-line)" />
    <XAxis
      dataKey="at"
      tickFormatter={intervalName(data.interval, locale)}
      tickLine={false}
      axisLine={false}
      tickMargin={8}
      minTickGap={28}
      height={26}
    />
    <YAxis
      ticks={wholeTicks(greatest)}
      domain={[0, wholeTicks(greatest).at(-1) ?? 1]}
      interval={0}
      tickFormatter={axisNumber(locale, data.isPercent)}
      tickLine={false}
      axisLine={false}
      width={40}
    />
    <Tooltip
      isAnimationActive={false}
      cursor={{ fill: 'var(--ui-hover)', stroke: 'var(--ui-line-strong)' }}
      content={({ active, label }) => <Tip {...data} locale={locale} active={active} label={label} />}
    />
  </>
)
