import { SidePanel } from '@openauth/ui/side-panel'
import { type ReactNode, useState } from 'react'
import { type AdminCall, useMay } from '../api/rights.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useCrumb } from '../navigation/crumb.ts'
import { EntryGone } from './entry-notices.tsx'
import { NotAllowed } from './may.tsx'

interface Props<T> {
  /** Undefined for a new one. */
  entry: T | undefined
  /** The address names an entry that is not there. */
  isGone: boolean
  nameOf: (entry: T) => string
  /** The title of a new one. */
  addLabel: string
  create: AdminCall
  /** One line under the title. */
  description?: ReactNode
  onClose: () => void
  /** Above the form. */
  notice?: ReactNode
  renderForm: (entry: T | undefined) => ReactNode
  /** Below the form. */
  children: ReactNode
}

/** An entry beside its list. One that somebody deletes stays in its form: what was typed there is not lost. */
export const VersionedPanel = <T,>(props: Props<T>) => {
  const { entry, isGone, nameOf, addLabel, create, description, onClose, notice, renderForm, children } = props
  const t = useTranslate()
  const mayCreate = useMay(create)
  const [shown, setShown] = useState(entry)
  if (entry !== undefined && entry !== shown) setShown(entry)
  const title = shown === undefined ? (isGone ? t('content.gone') : addLabel) : nameOf(shown)
  useCrumb(title)
  return (
    <SidePanel open title={<span dir="auto">{title}</span>} description={description} onClose={onClose}>
      {notice}
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={create} />
      ) : (
        renderForm(shown)
      )}
      {children}
    </SidePanel>
  )
}
