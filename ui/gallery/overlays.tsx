import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../src/button.tsx'
import { ConfirmDialog } from '../src/confirm-dialog.tsx'
import { Dialog, DialogClose } from '../src/dialog.tsx'
import { IconButton } from '../src/icon-button.tsx'
import { Menu, MenuCheckbox, MenuGroup, MenuItem, MenuSeparator } from '../src/menu.tsx'
import { Popover } from '../src/popover.tsx'
import { Section } from '../src/section.tsx'
import { SidePanel } from '../src/side-panel.tsx'
import { Tabs } from '../src/tabs.tsx'
import { TextField } from '../src/text-field.tsx'
import { toast } from '../src/toaster.tsx'

const refuse = () => Promise.reject(new Error('The app has 3 users with a balance. Empty their wallets first.'))

/** A call that a page of tests answers. */
const answered = async () => {
  await new Promise((done) => addEventListener('gallery-answer', done, { once: true }))
  toast.success('Import stopped')
}

const Dialogs = () => (
  <>
    <Dialog
      title="Rename app"
      description="Players see the new name at their next sign-in."
      trigger={<Button>Dialog</Button>}
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button variant="primary">Rename</Button>
        </>
      }
    >
      <TextField label="Name" defaultValue="Arcade of the North" />
    </Dialog>
    <ConfirmDialog
      title="Revoke this session?"
      description="Firefox on Linux in Oslo is signed out within a second."
      confirmLabel="Revoke"
      trigger={<Button>Confirm</Button>}
      onConfirm={() => void toast.success('Session revoked')}
    />
    <ConfirmDialog
      title="Delete Arcade of the North?"
      description="Its 1,204 users lose their wallets in 30 days. Until then you can bring it back."
      confirmLabel="Delete app"
      typedName="Arcade of the North"
      trigger={<Button variant="danger">Confirm by name</Button>}
      onConfirm={refuse}
    />
    <ConfirmDialog
      title="Stop the import?"
      description="The 1,204 users that are imported stay."
      confirmLabel="Stop import"
      trigger={<Button>Confirm slowly</Button>}
      onConfirm={answered}
    />
  </>
)

const Details = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Side panel</Button>
      <SidePanel
        title="Transfer of 1.5 SOL"
        description="Confirmed 3 minutes ago"
        open={isOpen}
        onClose={() => setOpen(false)}
      >
        The page beside it stays in use.
      </SidePanel>
    </>
  )
}

const Actions = () => {
  const [isCompact, setCompact] = useState(true)
  const trigger = <IconButton label="Actions for Ada" variant="secondary" icon={<Ellipsis size={16} />} />
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil size={14} />} keys={['E']} onSelect={() => toast('Edit')}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy size={14} />} onSelect={() => toast('Duplicated')}>
        Duplicate
      </MenuItem>
      <MenuItem disabled onSelect={() => toast('Export')}>
        Export
      </MenuItem>
      <MenuSeparator />
      <MenuGroup label="View">
        <MenuCheckbox checked={isCompact} onCheckedChange={setCompact}>
          Compact rows
        </MenuCheckbox>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} />} isDanger onSelect={() => toast('Deleted')}>
        Delete
      </MenuItem>
    </Menu>
  )
}

export const Overlays = () => (
  <Section title="Dialogs, menus, tabs">
    <div className="gallery-row">
      <Dialogs />
      <Details />
      <Actions />
      <Popover title="Share" trigger={<Button>Popover</Button>}>
        <TextField label="Invitation" defaultValue="https://play.example.com/i/7Qx" />
      </Popover>
    </div>
    <Tabs
      label="User"
      tabs={[
        { value: 'overview', label: 'Overview', content: <p>Registered with Google in March.</p> },
        { value: 'wallets', label: 'Wallets', content: <p>One on Solana, one on Ethereum.</p> },
        { value: 'audit', label: 'Audit', content: <p>Nothing was changed by an operator.</p> },
        { value: 'raw', label: 'Raw JSON', content: null, disabled: true },
      ]}
    />
  </Section>
)
