import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { ALL_PAGE, readAll } from '../../lib/read-all.ts'

/** All tasks of an app in their order. */
export const tasksQuery = (appId: string) =>
  queryOptions({
    queryKey: ['gameTasks', 'all', appId],
    queryFn: () => readAll((page) => client.gameTasks.list({ appId, page, limit: ALL_PAGE })),
  })

/** Reads the tasks of an app anew, and what tells of their changes. */
export const useTasksChanged = (appId: string): (() => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: tasksQuery(appId).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['audit'] }),
    ])
}

/** The address of the list of an app's tasks, or of one beside it. */
export const tasksPath = (appId: string, task?: string): string =>
  `/apps/${appId}/game/tasks${task === undefined ? '' : `/${task}`}`
