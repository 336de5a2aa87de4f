import ChartLine from 'lucide-react/icons/chart-line'
import Table2 from 'lucide-react/icons/table-2'
import { lazy, Suspense, useState } from 'react'
import { ChartTable } from './charts/table.tsx'
import {
  seriesColour,
  seriesDash,
  type ChartInterval,
  type ChartPoint,
  type ChartProps,
  type ChartSeries,
} from './charts/model.tsx'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'
import { useWords } from './words.tsx'
import './chart.css'

export type { ChartInterval, ChartPoint, ChartProps, ChartSeries }

// The library is as large as all controls together: it comes with the first chart that shows.
const Lines = lazy(() => import('./charts/lines.tsx'))
const Bars = lazy(() => import('./charts/bars.tsx'))
const Spark = lazy(() => import('./charts/spark.tsx'))

/** A piece of the series' line. */
const LineKey = ({ place }: { place: number }) => (
  <svg className="ui-chart-line" width={20} height={8} aria-hidden="true">
    <path d="M0 4h20" stroke={seriesColour(place)} strokeWidth={2} strokeDasharray={seriesDash(place)} />
  </svg>
)

const Legend = ({ series, isLines }: { series: readonly ChartSeries[]; isLines: boolean }) => (
  <ul className="ui-chart-legend">
    {series.map(({ id, title }, place) => (
      <li key={id}>
        {isLines ? (
          <LineKey place={place} />
        ) : (
          <span className="ui-chart-key" style={{ background: seriesColour(place) }} />
        )}
        {title}
      </li>
    ))}
  </ul>
)

const Frame = ({ drawing: Drawing, ...chart }: ChartProps & { drawing: typeof Lines }) => {
  const { label, height = 220, series } = chart
  const [isTable, setTable] = useState(false)
  const words = useWords()
  return (
    <figure className="ui-chart" aria-label={label}>
      <div className="ui-chart-header">
        <Legend series={series} isLines={Drawing === Lines} />
        <IconButton
          size="small"
          className="ui-button-inline"
          label={isTable ? words.showChart : words.showTable}
          title={isTable ? words.showChart : words.showTable}
          icon={isTable ? <ChartLine size={14} /> : <Table2 size={14} />}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {isTable ? (
        <ChartTable {...chart} height={height} />
      ) : (
        <div className="ui-chart-drawing">
          <Suspense fallback={<Skeleton height={`${height}px`} />}>
            <Drawing {...chart} height={height} />
          </Suspense>
        </div>
      )}
    </figure>
  )
}

/** A line for each series over time. */
export const LineChart = (props: ChartProps) => <Frame {...props} drawing={Lines} />

/** A bar for each interval, of one part for each series. */
export const StackedBars = (props: ChartProps) => <Frame {...props} drawing={Bars} />

/** A line without axes, beside a number or in a table's cell; `label` says in words what it shows. */
export const Sparkline = ({ label, values }: { label: string; values: readonly number[] }) => (
  <span className="ui-sparkline">
    <span className="ui-hidden">{label}</span>
    <span aria-hidden="true">
      <Suspense fallback={null}>
        <Spark values={values} />
      </Suspense>
    </span>
  </span>
)
