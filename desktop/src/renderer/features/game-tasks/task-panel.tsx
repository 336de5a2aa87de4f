import { endpoints } from '@openauth/client'
import type { GameTask } from '@openauth/client'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { SidePanel } from '@openauth/ui/side-panel'
import { useEffect, useState } from 'react'
import { useCrumb } from '../../navigation/crumb.ts'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { EntryGone, EntryNotices } from '../../components/entry-notices.tsx'
import { May, MayEdit, NotAllowed } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { TaskCodes } from './task-codes.tsx'
import { TaskFields } from './task-fields.tsx'
import { newTask, taskSchema, taskValuesOf } from './task-form.ts'
import { TaskPreview } from './task-preview.tsx'
import { TaskSecret } from './task-secret.tsx'
import { useSaveTask } from './use-save-task.ts'

interface FormProps {
  appId: string
  task: GameTask | undefined
  /** Somebody deleted the task after it was shown here. */
  isGone: boolean
  /** Called after a new task was added. */
  onAdded: (task: GameTask) => void
}

const TaskForm = ({ appId, task, isGone, onAdded }: FormProps) => {
  const t = useTranslate()
  const form = useZodForm(taskSchema, { values: task ? taskValuesOf(task) : newTask })
  const { save, others, isDeleted } = useSaveTask(appId, task, isGone)
  const isNew = task === undefined || isDeleted
  const [added, setAdded] = useState<GameTask>()
  const submit = async (values: object, edited: object) => {
    const saved = await save(values, edited)
    if (isNew) setAdded(saved)
  }
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (added) onAdded(added)
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [added])
  const { isDirty } = form.formState
  // Nothing was typed that could be lost.
  if (isGone && !isDirty && !added) return <EntryGone />
  const submitLabel = isDeleted ? 'content.addAgain' : task ? 'content.save' : 'content.add'
  return (
    <div className="content-editor">
      <TaskPreview values={form.watch()} />
      <Form form={form} className="game-task-form" onSubmit={submit}>
        <UnsavedChanges isDirty={isDirty && !added} />
        <MayEdit call={isNew ? endpoints.gameTasks.create : endpoints.gameTasks.update}>
          <TaskFields appId={appId} isNew={isNew} />
          <EntryNotices isDeleted={isDeleted} others={others} />
          <FormActions submitLabel={t(submitLabel)} needsChange={!isNew} />
        </MayEdit>
      </Form>
    </div>
  )
}

/** What belongs to a task beside its fields: one-time codes, or the secret that signs questions to a partner. */
const Extras = ({ appId, task }: { appId: string; task: GameTask }) => (
  <>
    {task.codes && <TaskCodes key={task.id} appId={appId} task={task} codes={task.codes} />}
    {task.check.kind === 'webhook' && (
      <May call={endpoints.gameTasks.secret}>
        <TaskSecret appId={appId} task={task} />
      </May>
    )}
  </>
)

interface Props {
  appId: string
  /** Undefined for a new one. */
  task: GameTask | undefined
  /** The address names a task that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (task: GameTask) => void
}

/** A task beside the list: the card that players see, its fields, and its codes or its secret. */
export const TaskPanel = ({ appId, task, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  const mayCreate = useMay(endpoints.gameTasks.create)
  const [shown, setShown] = useState(task)
  // A deleted task stays in its form: what was typed there is not lost.
  if (task !== undefined && task !== shown) setShown(task)
  const title = shown?.title ?? t(isGone ? 'content.gone' : 'gameTasks.add')
  useCrumb(title)
  return (
    <SidePanel open isWide title={<span dir="auto">{title}</span>} onClose={onClose}>
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={endpoints.gameTasks.create} />
      ) : (
        <>
          <TaskForm appId={appId} task={shown} isGone={isGone} onAdded={onAdded} />
          {task && <Extras appId={appId} task={task} />}
        </>
      )}
    </SidePanel>
  )
}
