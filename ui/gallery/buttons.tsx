import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button } from '../src/button.tsx'
import { IconButton } from '../src/icon-button.tsx'
import { Kbd } from '../src/kbd.tsx'
import { Section } from '../src/section.tsx'
import { Spinner } from '../src/spinner.tsx'
import { toast } from '../src/toaster.tsx'
import { Tooltip } from '../src/tooltip.tsx'

const undone = () => toast.success('User disabled', { action: { label: 'Undo', onClick: () => toast('Undone') } })
const refused = () => toast.error('The mail server did not answer', { description: 'smtp.example.com:465 timed out.' })

export const Buttons = () => (
  <Section title="Buttons">
    <div className="gallery-row">
      <Button variant="primary" icon={<Plus size={16} />}>
        Create app
      </Button>
      <Button>Secondary</Button>
      <Button variant="ghost">Ghost</Button>
      <Button variant="danger">Delete app</Button>
      <Button variant="primary" loading>
        Save changes
      </Button>
      <Button disabled>Disabled</Button>
      <Button variant="primary" size="small">
        Small
      </Button>
      <Button size="small">Small</Button>
      <IconButton label="Edit" icon={<Pencil size={16} />} />
      <IconButton label="Delete" variant="secondary" icon={<Trash2 size={16} />} />
      <Tooltip text="Search everywhere" keys={['Ctrl', 'K']}>
        <Button>With tooltip</Button>
      </Tooltip>
      <Kbd keys={['Ctrl', 'K']} />
      <Spinner label="Loading" />
      <Button onClick={undone}>Toast</Button>
      <Button onClick={refused}>Toast of an error</Button>
    </div>
  </Section>
)
