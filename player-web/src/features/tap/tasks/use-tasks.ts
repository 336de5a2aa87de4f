import type { PlayerTask, TaskResult } from '@openauth/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type MessageId, useLocale } from '../../../i18n/i18n.ts'
import { failureWords } from '../failure-words.ts'
import { useGameCalls, useGameQueries } from '../tap-calls.ts'
import { showProfile } from '../use-tap-session.ts'
import { reasonWords, taskErrors } from './task-words.ts'

/** The player's tasks. They are read again when the player comes back to the page, often from having done one. */
export const useTasks = () => {
  const queries = useGameQueries()
  const language = useLocale()
  const query = useQuery({
    ...queries.tasks({ language }),
    staleTime: 0,
  })
  const { refetch } = query
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refetch()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refetch])
  return query
}

const merged = (task: PlayerTask, { status, reward, progress, target, availableAt }: TaskResult): PlayerTask => ({
  ...task,
  status,
  reward,
  progress,
  target,
  availableAt,
})

/** Has a task checked, and shows what that changed. */
export const useVerify = ({ id }: PlayerTask) => {
  const calls = useGameCalls()
  const queries = useGameQueries()
  const cache = useQueryClient()
  const language = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<MessageId>()
  const [paid, setPaid] = useState<number>()
  /** `isBeginning`: what is not done yet is no news. */
  const verify = useCallback(
    async ({ code, isBeginning = false }: { code?: string; isBeginning?: boolean } = {}) => {
      setBusy(true)
      setMessage(undefined)
      try {
        const result = await calls.verifyAction({ taskId: id, ...(code === undefined ? {} : { code }) })
        cache.setQueryData(queries.tasks({ language }).queryKey, (tasks: PlayerTask[] | undefined) =>
          tasks?.map((task) => (task.id === id ? merged(task, result) : task)),
        )
        if (result.reason && !isBeginning) setMessage(reasonWords[result.reason])
        if (!result.isNew) return
        setPaid(result.reward)
        showProfile(cache, await calls.profile())
      } catch (error) {
        setMessage(failureWords(error, taskErrors))
      } finally {
        setBusy(false)
      }
    },
    [calls, queries, cache, id, language],
  )
  return { verify, isBusy, message, paid }
}
