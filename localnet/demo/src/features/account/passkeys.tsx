import { MethodIcon, useBind, usePasskeys } from '@openauth/client/react'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { Card } from './card.tsx'
import { momentOf } from './time.ts'

/** The user's passkeys. */
export const Passkeys = () => {
  const { entries, refresh, remove, isPending, error } = usePasskeys()
  const passkey = useBind('passkey')
  const add = async () => {
    if (await passkey.submit()) await refresh()
  }
  return (
    <Card title="Passkeys">
      {entries === null && !error && <p className="aside">Reading the passkeys …</p>}
      {entries?.length === 0 && <p className="aside">None yet. One logs you in with your screen lock.</p>}
      <ul className="list">
        {entries?.map(({ id, name, lastUsedAt }) => (
          <li key={id} className="method method-line">
            <MethodIcon method="passkey" />
            <div className="method-what">
              <span className="method-title">{name}</span>
              <span className="method-bound">
                {lastUsedAt === null ? 'Not used yet' : `Last used ${momentOf(lastUsedAt)}`}
              </span>
            </div>
            <Button kind="quiet" label={`Remove ${name}`} isPending={isPending} onClick={() => remove(id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={passkey.error ?? error} />
      <Button isPending={passkey.isPending} onClick={add}>
        Add a passkey
      </Button>
    </Card>
  )
}
