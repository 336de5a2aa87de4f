import type { PlayerTask } from '@openauth/client'
import { useState } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { Empty, Unloaded } from '../../../components/states.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskIcon } from './task-icon.tsx'
import { TaskProgress } from './task-progress.tsx'
import { useTasks } from './use-tasks.ts'
import './tasks-screen.css'

const Card = ({ task, onOpen }: { task: PlayerTask; onOpen: () => void }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const isDone = task.status === 'completed'
  const reward = `+${format(task.reward)}`
  const state = isDone ? t('tasks.done') : task.status === 'started' ? t('tasks.started') : undefined
  const repeat = task.repeat === 'daily' ? t('tasks.daily') : undefined
  return (
    <li>
      <button type="button" className="card tap-card task-card" data-status={task.status} onClick={onOpen}>
        <TaskIcon task={task} />
        <span className="card-words">
          <strong dir="auto">{task.title}</strong>
          <small>{[reward, state, repeat].filter(Boolean).join(' · ')}</small>
          {!isDone && <TaskProgress task={task} />}
        </span>
        <Icon name="next" />
      </button>
    </li>
  )
}

const List = ({ tasks, onOpen }: { tasks: PlayerTask[]; onOpen: (id: string) => void }) => (
  <ul className="card-list">
    {tasks.map((task) => (
      <Card key={task.id} task={task} onOpen={() => onOpen(task.id)} />
    ))}
  </ul>
)

/** What players do for rings: open tasks first, then those that are done. */
export const TasksScreen = () => {
  const t = useTranslate()
  const [openId, setOpenId] = useState<string>()
  const query = useTasks()
  if (!query.data) return <Unloaded query={query} className="skeleton-rows" lines={4} />
  const tasks = query.data
  if (tasks.length === 0) return <Empty icon="check">{t('tasks.none')}</Empty>
  const [open, done] = [true, false].map((isOpen) => tasks.filter(({ status }) => (status !== 'completed') === isOpen))
  const shown = tasks.find(({ id }) => id === openId)
  return (
    <>
      {open!.length > 0 && <List tasks={open!} onOpen={setOpenId} />}
      {open!.length === 0 && <p className="note">{t('tasks.allDone')}</p>}
      {done!.length > 0 && <h2 className="page-subtitle">{t('tasks.doneTitle')}</h2>}
      {done!.length > 0 && <List tasks={done!} onOpen={setOpenId} />}
      {shown && <TaskDialog task={shown} onClose={() => setOpenId(undefined)} />}
    </>
  )
}
