import { MethodIcon, useBind, usePasskeys } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { SkeletonLines } from '@openauth/ui/skeleton'
import { Problem } from '../../components/problem.tsx'
import { Card } from '../../components/card.tsx'
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
      {entries === null && !error && <SkeletonLines />}
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
            <Button
              variant="ghost"
              size="small"
              aria-label={`Remove ${name}`}
              loading={isPending}
              onClick={() => remove(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={passkey.error ?? error} />
      <Button loading={passkey.isPending} onClick={add}>
        Add a passkey
      </Button>
    </Card>
  )
}
