import type { UserProfile } from '@openauth/client'
import { useReauthentication } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { PasswordField } from '@openauth/ui/password-field'
import { textsOf } from '@openauth/ui/texts-of'
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
    <PasswordField label="Your password" name="password" autoComplete="current-password" required />
    <Button variant="primary" type="submit" loading={isPending}>
      Confirm
    </Button>
  </form>
)

/** Asks the user to confirm an account change where the login is older than five minutes. */
export const Reauthentication = ({ profile }: { profile: UserProfile }) => {
  const reauthentication = useReauthentication()
  const { isAsked, passkey, ethereum, solana, cancel, isPending, error } = reauthentication
  return (
    <Dialog
      title="Is it you?"
      description="Confirm this change with a way to log in that you have had for a day, or log in again."
      open={isAsked}
      onOpenChange={cancel}
      footer={
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      }
    >
      {isAsked && profile.username !== null && <PasswordForm {...reauthentication} />}
      <div className="row">
        {profile.ethAddress !== null && <Button onClick={() => ethereum(devEthereum())}>Confirm with Ethereum</Button>}
        {profile.solAddress !== null && <Button onClick={() => solana(devSolana())}>Confirm with Solana</Button>}
        <Button loading={isPending} onClick={passkey}>
          Confirm with a passkey
        </Button>
      </div>
      <Problem error={error} />
    </Dialog>
  )
}
