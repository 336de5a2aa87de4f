import { Form, FormActions, type ZodForm } from '@openauth/ui/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AdminCall } from '../api/rights.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { EntryGone, EntryNotices } from './entry-notices.tsx'
import { MayEdit } from './may.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import type { SaveVersioned } from './use-save-versioned.ts'

interface Props<T, Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /** Undefined for a new one. */
  entry: T | undefined
  /** Somebody deleted the entry after it was shown here. */
  isGone: boolean
  saving: SaveVersioned<T>
  /** What the fields contain of an entry, for the server's spelling of what was saved. */
  valuesOf: (entry: T) => Input
  /** Called after a new entry was added. */
  onAdded: (entry: T) => void
  calls: Record<'create' | 'update', AdminCall>
  addLabel: string
  /** The fields; the entry is undefined where they are of a new one. */
  children: (entry: T | undefined) => ReactNode
}

/** A form that adds an entry, or saves what was edited of one: see useSaveVersioned. */
export const VersionedForm = <T, Input extends FieldValues, Output extends object>(props: Props<T, Input, Output>) => {
  const { form, entry, isGone, saving, valuesOf, onAdded, calls, addLabel, children } = props
  const t = useTranslate()
  const { save, others, isDeleted } = saving
  const isNew = entry === undefined || isDeleted
  const [added, setAdded] = useState<T>()
  const savedLast = useRef<T>(undefined)
  const submit = async (all: object, edited: object) => {
    const saved = await save(all, edited)
    if (isNew) setAdded(saved)
    savedLast.current = saved
  }
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (added) onAdded(added)
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [added])
  const { isDirty } = form.formState
  // Nothing was typed that could be lost.
  if (isGone && !isDirty && !added) return <EntryGone />
  const submitLabel = isDeleted ? t('content.addAgain') : entry === undefined ? addLabel : t('content.save')
  return (
    <Form form={form} onSubmit={submit} afterSave={() => valuesOf(savedLast.current!)}>
      <UnsavedChanges isDirty={isDirty && !added} />
      <MayEdit call={isNew ? calls.create : calls.update}>
        {children(isNew ? undefined : entry)}
        <EntryNotices isDeleted={isDeleted} others={others} />
        <FormActions submitLabel={submitLabel} needsChange={!isNew} />
      </MayEdit>
    </Form>
  )
}
