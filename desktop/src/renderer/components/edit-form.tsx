import { Form, FormActions, type FormProps } from '@openauth/ui/form'
import type { ReactNode } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import type { AdminCall } from '../api/rights.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { MayEdit } from './may.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { withFieldIssue } from './problems.ts'
import './edit-form.css'

interface Props<Input extends FieldValues, Output> extends Omit<FormProps<Input, Output>, 'className'> {
  /** What somebody else changed meanwhile, beside the button that saves. */
  others: ReactNode
  /** The call that saves: without the right to make it the form can only be read. */
  call: AdminCall
}

/** The form of a screen that changes what exists: it saves what was edited, and is not left with changes unasked. */
export const EditForm = <Input extends FieldValues, Output>({
  form,
  others,
  call,
  children,
  onSubmit,
}: Props<Input, Output>) => {
  const t = useTranslate()
  const { isDirty } = useFormState({ control: form.control })
  const submit: typeof onSubmit = async (values, edited) => {
    try {
      await onSubmit(values, edited)
    } catch (error) {
      throw withFieldIssue(error, Object.keys(form.getValues()))
    }
  }
  return (
    <Form form={form} className="edit-form" onSubmit={submit}>
      <UnsavedChanges isDirty={isDirty} />
      <MayEdit call={call}>
        {children}
        <div className="edit-actions">
          {others}
          <FormActions submitLabel={t('appSettings.save')} needsChange />
        </div>
      </MayEdit>
    </Form>
  )
}
