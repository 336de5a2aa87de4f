import type { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { textsOf } from '@openauth/ui/texts-of'
import { useState } from 'react'
import { useConfig } from '../../app/config.ts'
import { Problem } from '../../components/problem.tsx'

/** The same for a login and to bind. */
type Email = ReturnType<typeof useLogin<'email'>>

/** The field that has come up is the next to be filled in. */
const focus = (input: HTMLInputElement | null) => input?.focus()

const Outbox = ({ email }: { email: string }) => {
  const { worldUrl } = useConfig()
  return (
    <output className="aside">
      A code is on its way to {email}. On this machine mail goes no further than the{' '}
      <a href={`${worldUrl}/outbox?to=${encodeURIComponent(email)}`} target="_blank" rel="noreferrer">
        outbox
      </a>
      .
    </output>
  )
}

const AddressField = () => <TextField label="E-mail address" name="email" type="email" autoComplete="email" required />

const CodeField = () => (
  <TextField
    label="Six-digit code"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    ref={focus}
    required
  />
)

/** An address first, then the code that was sent there. */
export const EmailForm = ({
  email: { start, submit, reset, isPending, error },
  label,
}: {
  email: Email
  label: string
}) => {
  const [address, setAddress] = useState<string | null>(null)
  const send = async (form: HTMLFormElement) => {
    const { email = '', code = '' } = textsOf(form)
    if (address !== null) return submit({ email: address, code })
    if (await start({ email })) setAddress(email)
  }
  const another = () => {
    reset()
    setAddress(null)
  }
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {address === null ? (
        <AddressField />
      ) : (
        <>
          <Outbox email={address} />
          <CodeField />
        </>
      )}
      <Problem error={error} />
      <div className="row">
        <Button variant="primary" type="submit" loading={isPending}>
          {address === null ? label : 'Confirm code'}
        </Button>
        {address !== null && (
          <Button variant="ghost" onClick={another}>
            Another address
          </Button>
        )}
      </div>
    </form>
  )
}
