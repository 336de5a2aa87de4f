import { dappColors } from '@openauth/client'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { SidePanel } from '@openauth/ui/side-panel'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { useCrumb } from '../../navigation/crumb.ts'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { ColourField } from '../../components/colour-field.tsx'
import { EntryGone, EntryNotices } from '../../components/entry-notices.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { withFieldIssue } from '../../components/problems.ts'
import { MayEdit, NotAllowed } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { type Entry, type EntryValues, type ListName, lists, valuesOf } from './lists.ts'
import { Preview } from './preview.tsx'
import { useSaveEntry } from './use-save-entry.ts'

const pictures = new Set(['logoUrl', 'bgImgUrl'])

const EntryField = ({ name, label, list }: { name: string; label: MessageId; list: ListName }) => {
  const t = useTranslate()
  if (name === 'borderColor' || name === 'bgColor')
    return (
      <ColourField
        name={name}
        label={t(label)}
        pickLabel={`${t('content.pick')}: ${t(label)}`}
        placeholder={dappColors[name]}
      />
    )
  if (name === 'description') return <FormTextArea name={name} label={t(label)} rows={3} dir="auto" optional />
  if (pictures.has(name)) return <PictureField name={name} label={t(label)} />
  if (name === 'name')
    return (
      <FormTextField
        name={name}
        label={t(label)}
        hint={list === 'dapps' ? t('content.dappNameHint') : undefined}
        dir="auto"
      />
    )
  return <FormTextField name={name} label={t(label)} hint={t('content.linkHint')} inputMode="url" spellCheck={false} />
}

interface FormProps {
  list: ListName
  entry: Entry | undefined
  /** Somebody deleted the entry after it was shown here. */
  isGone: boolean
  /** Called after a new entry was added. */
  onAdded: () => void
}

const EntryForm = ({ list, entry, isGone, onAdded }: FormProps) => {
  const t = useTranslate()
  const { fields, schema, calls } = lists[list]
  const form = useZodForm(schema as z.ZodType<object, EntryValues>, { values: valuesOf(list, entry) })
  const { save, others, isDeleted } = useSaveEntry(list, entry, isGone)
  const isNew = entry === undefined || isDeleted
  const [isSaved, setSaved] = useState(false)
  const submit = async (values: object, edited: object) => {
    try {
      await save(values, edited)
    } catch (error) {
      throw withFieldIssue(error, Object.keys(fields))
    }
    setSaved(isNew)
  }
  const submitLabel = isDeleted ? 'content.addAgain' : entry ? 'content.save' : 'content.add'
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (isSaved) onAdded()
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [isSaved])
  // Nothing was typed that could be lost.
  if (isGone && !form.formState.isDirty && !isSaved) return <EntryGone />
  return (
    <div className="content-editor">
      <Preview list={list} values={form.watch()} />
      <Form form={form} className="content-form" onSubmit={submit}>
        <UnsavedChanges isDirty={form.formState.isDirty && !isSaved} />
        <MayEdit call={isNew ? calls.create : calls.update}>
          {Object.entries(fields).map(([name, { label }]) => (
            <EntryField key={name} name={name} label={label} list={list} />
          ))}
          <EntryNotices isDeleted={isDeleted} others={others} />
          <FormActions submitLabel={t(submitLabel)} needsChange={!isNew} />
        </MayEdit>
      </Form>
    </div>
  )
}

interface Props {
  list: ListName
  /** Undefined for a new one. */
  entry: Entry | undefined
  /** The address names an entry that is not there. */
  isGone: boolean
  onClose: () => void
}

/** An entry beside its list: the card that players see, and its fields. */
export const EntryPanel = ({ list, entry, isGone, onClose }: Props) => {
  const t = useTranslate()
  const mayCreate = useMay(lists[list].calls.create)
  const [shown, setShown] = useState(entry)
  // A deleted entry stays in its form: what was typed there is not lost.
  if (entry !== undefined && entry !== shown) setShown(entry)
  const title = shown?.name ?? t(isGone ? 'content.gone' : lists[list].add)
  useCrumb(title)
  return (
    <SidePanel open isWide title={<span dir="auto">{title}</span>} onClose={onClose}>
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={lists[list].calls.create} />
      ) : (
        <EntryForm list={list} entry={shown} isGone={isGone} onAdded={onClose} />
      )}
    </SidePanel>
  )
}
