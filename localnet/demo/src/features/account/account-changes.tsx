import type { AccountChange } from '@openauth/client'
import { methodTitleOf as titleOf, useAccountChanges } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { SkeletonLines } from '@openauth/ui/skeleton'
import { Problem } from '../../components/problem.tsx'
import { Card } from '../../components/card.tsx'
import { momentOf } from './time.ts'

const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const wordsOf = ({ kind, method }: AccountChange): string => {
  const title = upper(titleOf(method))
  switch (kind) {
    case 'bind':
    case 'passkey_add':
      return `${title} added`
    case 'unbind':
    case 'passkey_remove':
      return `${title} removed`
    case 'password_change':
      return 'Password changed'
    case 'key_export':
      return 'Private key shown'
    case 'data_export':
      return 'All data exported'
    case 'deletion_request':
      return 'Deletion requested'
    case 'deletion_cancel':
      return 'Deletion cancelled'
    case 'support_access':
      return 'Support looked at the account'
  }
}

/** What was changed of the ways to log in, and the button that takes it back. */
export const AccountChanges = () => {
  const { entries, undo, isPending, error } = useAccountChanges()
  return (
    <Card title="Account changes" note="Was something here not you? Undo it: all your other sessions end then.">
      {entries === null && !error && <SkeletonLines />}
      {entries?.length === 0 && <p className="aside">None within 30 days.</p>}
      <ul className="list">
        {entries?.map((change) => (
          <li key={change.id} className="method method-line">
            <div className="method-what">
              <span className="method-title">{wordsOf(change)}</span>
              <span className="method-bound">
                {change.display && `${change.display}, `}
                {momentOf(change.createdAt)}
                {change.ip && `, from ${change.ip}`}
                {change.undoneAt !== null && `, undone ${momentOf(change.undoneAt)}`}
              </span>
            </div>
            {change.undoableUntil !== null && (
              <Button
                variant="ghost"
                size="small"
                aria-label={`Undo: ${wordsOf(change)}`}
                loading={isPending}
                onClick={() => undo(change.id)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </Card>
  )
}
