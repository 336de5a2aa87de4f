import type { UserProfile } from '@openauth/client'
import { useReauthentication } from '@openauth/client/react'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, textsOf } from '../../components/field.tsx'
import { Problem } from '../../components/problem.tsx'
import { devEthereum } from '../../wallets/ethereum.ts'
import { devSolana } from '../../wallets/solana.ts'

type Reauthentication = ReturnType<typeof useReauthentication>

const PasswordForm = ({ password, isPending }: Reauthentication) => (
  <form
    className="form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void password(textsOf(event.currentTarget)['password'] ?? '')
    }}
  >
    <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
    <Button kind="primary" submit isPending={isPending}>
      Confirm
    </Button>
  </form>
)

/** Asks the user to confirm an account change where the login is older than five minutes. */
export const Reauthentication = ({ profile }: { profile: UserProfile }) => {
  const reauthentication = useReauthentication()
  const { isAsked, passkey, ethereum, solana, cancel, isPending, error } = reauthentication
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isAsked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isAsked])
  return (
    <dialog ref={dialog} className="card" aria-labelledby="reauthentication-title" onCancel={cancel}>
      <h2 id="reauthentication-title">Is it you?</h2>
      <p className="aside">Confirm this change with a way to log in that you have had for a day, or log in again.</p>
      {isAsked && profile.username !== null && <PasswordForm {...reauthentication} />}
      <div className="row">
        {profile.ethAddress !== null && <Button onClick={() => ethereum(devEthereum())}>Confirm with Ethereum</Button>}
        {profile.solAddress !== null && <Button onClick={() => solana(devSolana())}>Confirm with Solana</Button>}
        <Button isPending={isPending} onClick={passkey}>
          Confirm with a passkey
        </Button>
        <Button kind="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
      <Problem error={error} />
    </dialog>
  )
}
