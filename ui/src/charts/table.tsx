import { useLocale, useWords } from '../words.tsx'
import { type ChartProps, intervalName, valueText } from './model.tsx'

/** The numbers of a chart, for those who cannot see it, or want to copy them. */
export const ChartTable = ({ label, series, points, interval, isPercent, height }: ChartProps) => {
  const words = useWords()
  const locale = useLocale()
  const name = intervalName(interval, locale, true)
  const number = valueText(locale, isPercent)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must take the focus.
    <section className="ui-chart-table" aria-label={label} tabIndex={0} style={{ maxHeight: height }}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            {series.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, values }) => (
            <tr key={at}>
              <th scope="row">{name(at)}</th>
              {series.map(({ id }) => (
                <td key={id}>{number(values[id] === undefined ? 0 : values[id])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
