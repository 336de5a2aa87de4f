import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { PasswordField } from '@openauth/ui/password-field'
import { TextArea } from '@openauth/ui/text-area'
import { useState } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  name: string
  label: string
  hint?: string | undefined
  /** Whether one is stored. */
  isSet: boolean
  /** It consists of lines, which an input would join: a private key. */
  hasLines?: boolean
  /** There can be none: the stored one can be removed. */
  canRemove?: boolean
}

const Input = ({ name, label, hint, hasLines = false }: Props) => {
  const { field, error } = useFormField(name)
  const props = { ...field, label, value: (field.value as string | null) ?? '', hint, error }
  if (hasLines)
    return (
      <TextArea
        {...props}
        isCode
        rows={5}
        spellCheck={false}
        autoComplete="off"
        placeholder="-----BEGIN PRIVATE KEY-----"
      />
    )
  return <PasswordField {...props} autoComplete="new-password" />
}

interface StoredProps {
  label: string
  isRemoved: boolean
  onReplace: () => void
  onRemove: (() => void) | undefined
  onKeep: () => void
}

const Stored = ({ label, isRemoved, onReplace, onRemove, onKeep }: StoredProps) => {
  const t = useTranslate()
  const named = (verb: string) => `${verb}: ${label}`
  const keep = t('login-methods.keep')
  return (
    <fieldset className="method-secret" aria-label={label}>
      <span className="method-secret-label">{label}</span>
      <Badge tone={isRemoved ? 'warning' : 'success'}>
        {t(isRemoved ? 'login-methods.willBeRemoved' : 'login-methods.set')}
      </Badge>
      <span className="method-secret-actions">
        {isRemoved ? (
          <Button size="small" onClick={onKeep} aria-label={named(keep)}>
            {keep}
          </Button>
        ) : (
          <>
            <Button size="small" onClick={onReplace} aria-label={named(t('login-methods.replace'))}>
              {t('login-methods.replace')}
            </Button>
            {onRemove && (
              <Button size="small" variant="ghost" onClick={onRemove} aria-label={named(t('login-methods.remove'))}>
                {t('login-methods.remove')}
              </Button>
            )}
          </>
        )}
      </span>
    </fieldset>
  )
}

/** A secret: a stored one is never shown, only replaced or removed. */
export const SecretField = (props: Props) => {
  const t = useTranslate()
  const { name, label, isSet, canRemove = true } = props
  const { field } = useFormField(name)
  const [isReplacing, setReplacing] = useState(Boolean(field.value))
  const keep = () => {
    setReplacing(false)
    field.onChange('')
  }
  if (!isSet) return <Input {...props} />
  if (!isReplacing)
    return (
      <Stored
        label={label}
        isRemoved={field.value === null}
        onReplace={() => setReplacing(true)}
        onRemove={canRemove ? () => field.onChange(null) : undefined}
        onKeep={keep}
      />
    )
  return (
    <div className="method-replacing">
      <Input {...props} />
      <Button size="small" variant="ghost" onClick={keep}>
        {t('login-methods.keep')}
      </Button>
    </div>
  )
}
