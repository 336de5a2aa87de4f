import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Sparkline } from '../src/chart.tsx'
import { Notice } from '../src/notice.tsx'
import { Progress } from '../src/progress.tsx'
import { Section } from '../src/section.tsx'
import { Stat } from '../src/stat.tsx'

const registrations = [3, 5, 4, 8, 7, 11, 9, 14, 13, 18]

export const Notices = () => (
  <Section title="Figures and notices">
    <div className="gallery-columns">
      <Card>
        <Stat
          label="Registrations"
          value={12_408}
          note="312 more than the week before"
          chart={<Sparkline label="Rising" values={registrations} />}
        />
      </Card>
      <Card>
        <Stat label="Active users" value={3911} note="Of the last 30 days" />
      </Card>
      <Card>
        <Progress label="Keys wrapped with the new key" done={8_204} total={12_408} />
      </Card>
    </div>
    <Notice tone="warning" title="Google is on without its credentials" action={<Button size="small">Set up</Button>}>
      Players who choose it see an error.
    </Notice>
    <Notice tone="info">This screen can be read only: your role is auditor.</Notice>
    <Notice tone="success">The mail server accepted the test message.</Notice>
    <Notice tone="danger" title="A node does not answer">
      https://rpc.example.com timed out three times in a row.
    </Notice>
  </Section>
)
