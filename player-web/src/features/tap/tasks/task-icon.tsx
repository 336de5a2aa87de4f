import type { PlayerTask } from '@openauth/client'
import { useState } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { safeHref } from '../../../lib/safe-link.ts'
import { taskWords } from './task-words.ts'

/** The picture of a task; where it has none, or it does not load, the sign of its kind. A done one has a tick. */
export const TaskIcon = ({ task: { kind, status, iconUrl } }: { task: PlayerTask }) => {
  const [hasFailed, setFailed] = useState(false)
  const isDone = status === 'completed'
  const src = safeHref(iconUrl)
  if (isDone || hasFailed || src === undefined)
    return (
      <span className="card-sign">
        <Icon name={isDone ? 'check' : taskWords[kind].icon} />
      </span>
    )
  return (
    <img
      className="card-sign task-icon"
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
