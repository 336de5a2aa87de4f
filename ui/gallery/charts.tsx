import { Card } from '../src/card.tsx'
import { LineChart, Sparkline, StackedBars, type ChartPoint } from '../src/chart.tsx'
import { Section } from '../src/section.tsx'

const DAY = 86_400_000
const START = Date.UTC(2026, 1, 2)
const wave = (day: number, size: number, phase: number) =>
  Math.round(size * (1.6 + Math.sin(day / 3 + phase) + Math.sin(day / 7 + phase * 2) / 2))

const points: ChartPoint[] = Array.from({ length: 30 }, (_, day) => ({
  at: START + day * DAY,
  values: { google: wave(day, 420, 0), mail: wave(day, 260, 1), telegram: wave(day, 180, 2), wallet: wave(day, 90, 3) },
}))

const methods = [
  { id: 'google', title: 'Google' },
  { id: 'mail', title: 'E-mail code' },
  { id: 'telegram', title: 'Telegram' },
  { id: 'wallet', title: 'Wallet' },
]

export const Charts = () => (
  <Section
    title="Charts"
    actions={
      <Sparkline
        label="Logins with Google in the last 30 days"
        values={points.map(({ values }) => values['google'] ?? 0)}
      />
    }
  >
    <div className="gallery-columns">
      <Card>
        <LineChart label="Logins by method" series={methods.slice(0, 3)} points={points} interval="day" />
      </Card>
      <Card>
        <StackedBars label="Logins by method, stacked" series={methods} points={points} interval="day" />
      </Card>
    </div>
  </Section>
)
