import { useState } from 'react'
import { Checkbox } from '../src/checkbox.tsx'
import { Combobox, type ComboboxOption } from '../src/combobox.tsx'
import { PasswordField } from '../src/password-field.tsx'
import { RadioGroup } from '../src/radio-group.tsx'
import { Section } from '../src/section.tsx'
import { Select } from '../src/select.tsx'
import { Switch } from '../src/switch.tsx'
import { TextArea } from '../src/text-area.tsx'
import { TextField } from '../src/text-field.tsx'

const people: ComboboxOption[] = [
  'Ada Lovelace',
  'Alan Turing',
  'Edsger Dijkstra',
  'Grace Hopper',
  'Barbara Liskov',
].map((label) => ({ value: label, label, hint: `${label.split(' ')[0]?.toLowerCase()}@example.com` }))

const chains = [
  { value: 'solana', label: 'Solana' },
  { value: 'ethereum', label: 'Ethereum', hint: 'Mainnet and every chain with its virtual machine' },
  { value: 'vara', label: 'Vara' },
  { value: 'bitcoin', label: 'Bitcoin', disabled: true },
] as const

const Choices = () => {
  const [isOn, setOn] = useState(true)
  return (
    <div className="gallery-stack">
      <Switch label="Google" hint="Players see it at once." checked={isOn} onCheckedChange={setOn} />
      <Switch label="Apple" hint="Needs its credentials first." disabled />
      <Checkbox label="Send a mail to the user" defaultChecked />
      <Checkbox label="I have stored this key" error="Tick this to go on" />
      <RadioGroup
        label="Environment"
        defaultValue="test"
        options={[
          { value: 'test', label: 'Test', hint: 'Devnet wallets; nothing is worth money.' },
          { value: 'live', label: 'Live' },
        ]}
      />
    </div>
  )
}

export const Fields = () => (
  <Section title="Fields" description="Label above, hint below; an error replaces the hint.">
    <div className="gallery-columns">
      <div className="gallery-stack">
        <TextField label="Name" hint="Players see it when they sign in." placeholder="Arcade of the North" />
        <TextField label="Redirect address" defaultValue="http:/example" error="This is no web address" />
        <TextField label="Limit a day" type="number" defaultValue={250} end="SOL" optional />
        <TextField label="App id" defaultValue="app_7Qx" disabled />
      </div>
      <div className="gallery-stack">
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="current-password" />
        <Select label="Chain" options={chains} defaultValue="solana" />
        <Combobox label="Owner" options={people} placeholder="Name or e-mail" />
        <TextArea label="Description" hint="Markdown is not rendered." defaultValue="A small arcade." />
      </div>
      <Choices />
    </div>
  </Section>
)
