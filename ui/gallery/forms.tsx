import * as z from 'zod'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Form, FormActions, useZodForm } from '../src/form.tsx'
import { FormPasswordField } from '../src/form/password-field.tsx'
import { FormRadioGroup } from '../src/form/radio-group.tsx'
import { FormSelect } from '../src/form/select.tsx'
import { FormSwitch } from '../src/form/switch.tsx'
import { FormTextField } from '../src/form/text-field.tsx'
import { Section } from '../src/section.tsx'
import { toast } from '../src/toaster.tsx'

const mailServer = z.object({
  host: z.string().min(1, 'Name the mail server'),
  port: z.coerce.number<string>().int().min(1, 'From 1 to 65535').max(65_535, 'From 1 to 65535'),
  security: z.enum(['tls', 'starttls']),
  password: z.string().min(8, 'At least 8 characters'),
  kind: z.enum(['smtp', 'ses']),
  isOn: z.boolean(),
})

const defaultValues = { host: '', port: '465', security: 'tls', password: '', kind: 'smtp', isOn: true } as const

/** What the client throws where a server refuses an input. */
class Refusal extends Error {
  readonly issues = [{ path: 'host', message: 'no server of this name answers' }]
}

export const Forms = () => {
  const form = useZodForm(mailServer, { defaultValues })
  const submit = async (values: z.output<typeof mailServer>, edited: object) => {
    if (values.host.endsWith('.invalid')) throw new Refusal('The input is not valid.')
    if (values.host === 'down') throw new Error('The server did not answer within 10 seconds.')
    toast.success(`Saved ${Object.keys(edited).join(', ')}; port is a ${typeof values.port}`)
  }
  return (
    <Section title="Form" description="Checked by a zod schema; what the server refuses shows at the field it names.">
      <Card>
        <Form form={form} onSubmit={submit}>
          <div className="gallery-columns">
            <FormTextField name="host" label="Host" placeholder="smtp.example.com" />
            <FormTextField name="port" label="Port" inputMode="numeric" />
            <FormSelect
              name="security"
              label="Security"
              options={[
                { value: 'tls', label: 'TLS' },
                { value: 'starttls', label: 'STARTTLS' },
              ]}
            />
            <FormPasswordField name="password" label="Password" autoComplete="new-password" />
            <FormRadioGroup
              name="kind"
              label="Kind"
              isRow
              options={[
                { value: 'smtp', label: 'SMTP' },
                { value: 'ses', label: 'Amazon SES' },
              ]}
            />
            <FormSwitch name="isOn" label="Send mail" hint="Login codes and notices." />
          </div>
          <FormActions submitLabel="Save changes" needsChange>
            <Button onClick={() => form.reset()}>Discard</Button>
          </FormActions>
        </Form>
      </Card>
    </Section>
  )
}
