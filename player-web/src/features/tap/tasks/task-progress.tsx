import type { PlayerTask } from '@openauth/client'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'

/** How much of a task's target is reached; nothing where nothing is counted. */
export const TaskProgress = ({ task: { progress, target, title } }: { task: PlayerTask }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  if (progress === null || target === null) return null
  const reached = Math.min(progress, target)
  return (
    <span className="task-progress">
      <progress value={reached} max={target} aria-label={t('tasks.progressOf', { title })} />
      <small>{t('tasks.progress', { reached: format(reached), target: format(target) })}</small>
    </span>
  )
}
