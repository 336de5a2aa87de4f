import type { GameTask } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { useSaveVersioned } from '../../components/use-save-versioned.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { changedTaskFields, taskChanges, type TaskInput } from './task-form.ts'
import { tasksQuery, useTasksChanged } from './tasks-query.ts'

/** Adds or saves a task: see useSaveVersioned. */
export const useSaveTask = (appId: string, task: GameTask | undefined, isGone: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useTasksChanged(appId)
  return useSaveVersioned<GameTask>(
    {
      changed,
      notFound: 'task_not_found',
      nameOf: ({ title }) => title,
      create: (values) => client.gameTasks.create({ ...(values as TaskInput), appId }),
      update: (seen, values) =>
        client.gameTasks.update({
          ...taskChanges(seen, values as TaskInput),
          appId,
          id: seen.id,
          expectedUpdatedAt: seen.updatedAt,
        }),
      read: async ({ id }) => {
        const tasks = await queryClient.fetchQuery({ ...tasksQuery(appId), staleTime: 0 })
        return tasks.find((one) => one.id === id)
      },
      changedFields: (before, now) =>
        changedTaskFields(before, now).map(({ label, value }) => ({ label: t(label), value })),
    },
    task,
    isGone,
  )
}
