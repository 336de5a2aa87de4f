import { methodTitleOf as titleOf, useSessions } from '@openauth/client/react'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { SkeletonLines } from '@openauth/ui/skeleton'
import { Problem } from '../../components/problem.tsx'
import { Card } from '../../components/card.tsx'
import { deviceOf } from './device.ts'
import { momentOf } from './time.ts'

/** Where the user is logged in. */
export const Sessions = () => {
  const { entries, remove, isPending, error } = useSessions()
  return (
    <Card title="Sessions">
      {entries === null && !error && <SkeletonLines />}
      <ul className="list">
        {entries?.map(({ id, method, ip, country, city, userAgent, lastUsedAt, current }) => (
          <li key={id} className="method method-line">
            <div className="method-what">
              <span className="method-title">
                {deviceOf(userAgent)} {current && <Badge>This one</Badge>}
              </span>
              <span className="method-bound">
                By {titleOf(method)}, last used {momentOf(lastUsedAt)}
                {ip && `, from ${[city, country, ip].filter(Boolean).join(', ')}`}
              </span>
            </div>
            {!current && (
              <Button
                variant="ghost"
                size="small"
                aria-label={`End the session ${deviceOf(userAgent)}`}
                loading={isPending}
                onClick={() => remove(id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </Card>
  )
}
