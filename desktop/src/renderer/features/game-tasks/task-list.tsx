import { endpoints } from '@openauth/client'
import type { GameTask } from '@openauth/client'
import { Badge, type Tone } from '@openauth/ui/badge'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { SortableList } from '@openauth/ui/sortable-list'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { client } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { May } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type Beside, useMove } from '../../lib/use-move.ts'
import { taskKindWords, taskProblemWords } from './task-kinds.ts'
import { tasksPath, tasksQuery, useTasksChanged } from './tasks-query.ts'

interface Props {
  appId: string
  tasks: GameTask[]
  /** When they were read. */
  readAt: number
}

const Delete = ({ appId, task: { id, title } }: { appId: string; task: GameTask }) => {
  const t = useTranslate()
  const changed = useTasksChanged(appId)
  const remove = async () => {
    try {
      await client.gameTasks.delete({ appId, id })
    } finally {
      await changed()
    }
    toast.success(t('content.deleted', { name: title }))
  }
  return (
    <ConfirmDialog
      title={t('content.deleteTitle', { name: title })}
      description={t('gameTasks.deleteNote')}
      confirmLabel={t('content.delete')}
      onConfirm={remove}
      trigger={<IconButton label={`${t('content.delete')}: ${title}`} icon={<Trash2 size={16} />} />}
    />
  )
}

/** Why players do not see a task now; undefined where they do. */
const hiddenBecause = (task: GameTask, t: Translate, now: number): { tone: Tone; text: ReactNode } | undefined => {
  if (!task.enabled) return { tone: 'neutral', text: t('gameTasks.off') }
  if (task.endsAt !== null && task.endsAt <= now) return { tone: 'neutral', text: t('gameTasks.over') }
  if (task.maxCompletions !== null && task.completions >= task.maxCompletions)
    return { tone: 'neutral', text: t('gameTasks.full') }
  if (task.startsAt !== null && task.startsAt > now)
    return {
      tone: 'info',
      text: (
        <>
          {t('gameTasks.startsAt')} <Time at={task.startsAt} />
        </>
      ),
    }
  if (task.codes?.unused === 0) return { tone: 'warning', text: t('gameTasks.noCodes') }
  return undefined
}

const Row = ({ appId, task, now }: { appId: string; task: GameTask; now: number }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const hidden = hiddenBecause(task, t, now)
  const facts = [
    t(taskKindWords[task.check.kind].title),
    t('gameRules.rings', { rings: task.reward }),
    task.repeat === 'daily' ? t('gameTasks.daily') : undefined,
    t('gameTasks.completions', { count: format(task.completions) }),
  ]
  return (
    <div className="game-task-row">
      <span className="game-task-words">
        <Link to={tasksPath(appId, task.id)} dir="auto">
          {task.title}
        </Link>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {hidden && <Badge tone={hidden.tone}>{hidden.text}</Badge>}
      {task.problem && <Badge tone="warning">{t(taskProblemWords[task.problem])}</Badge>}
      <May call={endpoints.gameTasks.delete}>
        <Delete appId={appId} task={task} />
      </May>
    </div>
  )
}

/** The tasks in the order that players see, which is changed by their handles. */
export const TaskList = ({ appId, tasks, readAt }: Props) => {
  const t = useTranslate()
  const changed = useTasksChanged(appId)
  const mayMove = useMay(endpoints.gameTasks.move)
  const move = useMove<string, GameTask>({
    queryKey: tasksQuery(appId).queryKey,
    send: (id, beside) => client.gameTasks.move({ appId, id, ...beside }),
    changed,
    reasonOf: (error, { title: name }, neighbour) => {
      const code = codeOf(error)
      if (code === 'neighbour_gone' && neighbour)
        return t('content.neighbourGone', { name, neighbour: neighbour.title })
      return code === 'task_not_found' ? t('content.movedGone', { name }) : error.message
    },
  })
  return (
    <div className="game-tasks">
      <SortableList
        items={tasks}
        itemId={({ id }) => id}
        itemName={({ title }) => title}
        onMove={
          mayMove ? (item, to) => move.mutate({ item, beside: { [to.side]: to.item.id } as Beside<string> }) : undefined
        }
      >
        {(task) => <Row appId={appId} task={task} now={readAt} />}
      </SortableList>
      {mayMove && tasks.length > 1 && <p className="game-task-note">{t('content.order')}</p>}
    </div>
  )
}
