import { methodTitleOf as titleOf, useSessions } from '@openauth/client/react'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { Card } from './card.tsx'
import { deviceOf } from './device.ts'
import { momentOf } from './time.ts'

/** Where the user is logged in. */
export const Sessions = () => {
  const { entries, remove, isPending, error } = useSessions()
  return (
    <Card title="Sessions">
      {entries === null && !error && <p className="aside">Reading the sessions …</p>}
      <ul className="list">
        {entries?.map(({ id, method, ip, country, city, userAgent, lastUsedAt, current }) => (
          <li key={id} className="method method-line">
            <div className="method-what">
              <span className="method-title">
                {deviceOf(userAgent)} {current && <span className="tag">This one</span>}
              </span>
              <span className="method-bound">
                By {titleOf(method)}, last used {momentOf(lastUsedAt)}
                {ip && `, from ${[city, country, ip].filter(Boolean).join(', ')}`}
              </span>
            </div>
            {!current && (
              <Button
                kind="quiet"
                label={`End the session ${deviceOf(userAgent)}`}
                isPending={isPending}
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
