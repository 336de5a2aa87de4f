import { zodResolver } from '@hookform/resolvers/zod'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { ZodType } from 'zod'
import { Button, type ButtonVariant } from './button.tsx'
import { classNames } from './class-names.tsx'
import { showProblem } from './form/problems.tsx'
import { ShownFields } from './form/state.tsx'
import { Notice } from './notice.tsx'
import { useWords } from './words.tsx'
import './form.css'

export { useFormField } from './form/state.tsx'

/** What is in the fields, and what the schema makes of it. */
export type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>

interface Start<Input> {
  /** What the fields contain at first; each field has a value here, if only ''. */
  defaultValues?: DefaultValues<Input>
  /** What the server has: replaces untouched fields when it changes, and leaves those that were edited. */
  values?: Input | undefined
}

/** The state of a form whose values a zod schema checks: on the first submission, then while typing. */
export const useZodForm = <Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  { defaultValues, values }: Start<Input>,
): ZodForm<Input, Output> =>
  useForm<Input, unknown, Output>({
    resolver: zodResolver<Input, unknown, Output, ZodType<Output, Input>>(schema),
    ...(defaultValues && { defaultValues }),
    ...(values && { values }),
    resetOptions: { keepDirtyValues: true },
  })

/** Of the values those at the top whose fields were edited: what a PATCH sends, so that it undoes no other's change. */
const editedOf = <Output,>(values: Output, isEdited: (name: string) => boolean): Partial<Output> =>
  Object.fromEntries(Object.entries(values as object).filter(([name]) => isEdited(name))) as Partial<Output>

export interface FormProps<Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /**
   * Gets what the schema returned, and of that what was edited. Its rejection shows in the form: `issues` of the error
   * at their fields, everything else above the buttons.
   */
  onSubmit: (values: Output, edited: Partial<Output>) => Promise<unknown> | void
  /** What the fields contain once `sent` is saved, for secrets that are not shown any more; without it, `sent`. */
  afterSave?: ((sent: Input) => Input) | undefined
  className?: string | undefined
  children: ReactNode
}

/** What was sent is what is saved; what was typed meanwhile stays as an unsaved change. */
const keepAsSaved = <Input extends FieldValues, Output>(
  form: ZodForm<Input, Output>,
  sent: Input,
  saved: Input,
): void => {
  const now = form.getValues()
  // Without this the options of the form apply, which keep edited fields as edited.
  form.reset(saved, { keepDirtyValues: false })
  for (const [name, value] of Object.entries(now))
    if (JSON.stringify(value) !== JSON.stringify(sent[name])) form.setValue(name as never, value, { shouldDirty: true })
}

const RootError = () => {
  const { errors } = useFormState()
  const { message, type } = errors.root?.['server'] ?? {}
  if (message && type === 'notice')
    return (
      <output>
        <Notice tone="info">{message}</Notice>
      </output>
    )
  return (
    message && (
      <p role="alert" className="ui-form-error">
        <TriangleAlert size={14} />
        {message}
      </p>
    )
  )
}

/** A form around its fields; they are bound by name with the controls of `form/`. */
export const Form = <Input extends FieldValues, Output>(props: FormProps<Input, Output>) => {
  const { form, onSubmit, afterSave, className, children } = props
  const [shown] = useState(() => new Set<string>())
  // A second submission can come before `isSubmitting` is rendered.
  const isSending = useRef(false)
  // Read while rendering, which makes the form track it. What was rendered last may lack what was typed since.
  void form.formState.dirtyFields
  const isEdited = (name: string) => form.getFieldState(name as never).isDirty
  const send = form.handleSubmit(async (values) => {
    const sent = structuredClone(form.getValues())
    try {
      await onSubmit(values, editedOf(values, isEdited))
      keepAsSaved(form, sent, afterSave?.(sent) ?? sent)
    } catch (error) {
      showProblem(form, error, shown)
    }
  })
  const submit = (event: FormEvent) => {
    // A form in a dialog is within another one for React, though not in the document.
    event.stopPropagation()
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    void send(event).finally(() => (isSending.current = false))
  }
  return (
    <FormProvider {...form}>
      <ShownFields value={shown}>
        <form className={classNames('ui-form', className)} onSubmit={submit} noValidate>
          {children}
        </form>
      </ShownFields>
    </FormProvider>
  )
}

export interface FormActionsProps {
  /** The verb: "Create app". */
  submitLabel: string
  variant?: ButtonVariant | undefined
  /** The button can be pressed only after something was edited, and says so beside it: for what exists already. */
  needsChange?: boolean | undefined
  /** Buttons before the one that submits: Cancel. */
  children?: ReactNode
}

/** The end of a form: what went wrong, and its buttons. */
export const FormActions = ({ submitLabel, variant = 'primary', needsChange = false, children }: FormActionsProps) => {
  const words = useWords()
  const { isSubmitting, isDirty } = useFormState()
  return (
    <>
      <RootError />
      <div className="ui-form-actions">
        {needsChange && isDirty && <span className="ui-form-unsaved">{words.unsaved}</span>}
        {children}
        <Button type="submit" variant={variant} loading={isSubmitting} disabled={needsChange && !isDirty}>
          {submitLabel}
        </Button>
      </div>
    </>
  )
}
