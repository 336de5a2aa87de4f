import Boxes from 'lucide-react/icons/boxes'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { EmptyState } from '../src/empty-state.tsx'
import { ErrorState } from '../src/error-state.tsx'
import { SkeletonLines } from '../src/skeleton.tsx'
import { Section } from '../src/section.tsx'
import { toast } from '../src/toaster.tsx'

export const States = () => (
  <Section title="States">
    <div className="gallery-columns">
      <Card>
        <EmptyState
          icon={<Boxes size={18} />}
          title="No apps yet"
          reason="An app is what players sign in to. It holds its users, wallets and login methods."
          action={<Button variant="primary">Create app</Button>}
        />
      </Card>
      <Card>
        <ErrorState
          message="The server did not answer within 10 seconds."
          requestId="01J9ZK4T7Q8R2M5W6X3YB1"
          onRetry={() => toast('Tried again')}
        />
      </Card>
      <Card>
        <SkeletonLines lines={5} />
      </Card>
    </div>
  </Section>
)
