import { endpoints, type App, type GameTask, MOST_TASKS, type TaskKind } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import ListTodo from 'lucide-react/icons/list-todo'
import { useNavigate, useParams } from 'react-router-dom'
import { AddLink } from '../../components/add-link.tsx'
import { AppScreen } from '../../components/app-screen.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import '../../i18n/game-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { TaskList } from './task-list.tsx'
import { TaskPanel } from './task-panel.tsx'
import { tasksPath, tasksQuery } from './tasks-query.ts'
import './game-tasks.css'

const NEW = 'new'

/** Kinds that need more than their fields: codes, or the secret for a partner. Their tasks stay open after they were added. */
const needsMore = new Set<TaskKind>(['code', 'webhook'])

const None = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<ListTodo size={18} />}
        title={t('gameTasks.none')}
        reason={t('gameTasks.noneReason')}
        action={<AddLink call={endpoints.gameTasks.create} to={tasksPath(appId, NEW)} title={t('gameTasks.add')} />}
      />
    </Card>
  )
}

interface ListProps {
  app: App
  tasks: GameTask[]
  /** When they were read. */
  readAt: number
  /** The task of the address: an id, or `new`. */
  opened: string | undefined
}

const List = ({ app, tasks, readAt, opened }: ListProps) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const task = tasks.find(({ id }) => id === opened)
  return (
    <>
      {tasks.length === 0 ? <None appId={app.id} /> : <TaskList appId={app.id} tasks={tasks} readAt={readAt} />}
      {tasks.length >= MOST_TASKS && <p className="game-task-note">{t('gameTasks.most', { count: MOST_TASKS })}</p>}
      {opened !== undefined && (
        <TaskPanel
          key={opened}
          appId={app.id}
          task={task}
          isGone={opened !== NEW && task === undefined}
          onClose={() => void navigate(tasksPath(app.id))}
          onAdded={({ id, check: { kind } }) => void navigate(tasksPath(app.id, needsMore.has(kind) ? id : undefined))}
        />
      )}
    </>
  )
}

const Tasks = ({ app, opened }: { app: App; opened: string | undefined }) => {
  const tasks = useQuery(tasksQuery(app.id))
  return (
    <Loaded query={tasks} lines={6}>
      {(data) => <List app={app} tasks={data} readAt={tasks.dataUpdatedAt} opened={opened} />}
    </Loaded>
  )
}

/** The tasks of an app's tap game in the order that players see; the one that the address names is open beside the list. */
export const TasksScreen = () => {
  const t = useTranslate()
  const { appId = '', taskId } = useParams()
  useAddCommand({
    id: 'gameTasks.add',
    title: t('gameTasks.add'),
    to: tasksPath(appId, NEW),
    call: endpoints.gameTasks.create,
  })
  return (
    <AppScreen
      title={t('gameScreens.tasks')}
      lead={t('gameTasks.lead')}
      actions={<AddLink call={endpoints.gameTasks.create} to={tasksPath(appId, NEW)} title={t('gameTasks.add')} />}
    >
      {(app) => <Tasks key={app.id} app={app} opened={taskId} />}
    </AppScreen>
  )
}
