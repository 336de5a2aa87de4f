import { textsOf } from '@openauth/ui/texts-of'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type MessageId, t, type Values } from '../i18n/i18n.ts'

const formats = {
  email: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/, message: 'field.email' },
  code: { pattern: /^\d{6}$/, message: 'field.code' },
} as const satisfies Record<string, { pattern: RegExp; message: MessageId }>

/** What a field must have beside not being empty, as the server asks for it. */
export interface FieldRule {
  /** Characters. */
  min?: number
  format?: keyof typeof formats
}

/** A message that is translated where it is shown. */
interface FieldError {
  id: MessageId
  values?: Values
}

/** What is wrong with the text of a field; undefined if nothing is. */
export const fieldErrorOf = ({ min = 1, format }: FieldRule, text: string): FieldError | undefined => {
  if (text === '') return { id: 'field.empty' }
  if (format && !formats[format].pattern.test(text)) return { id: formats[format].message }
  return text.normalize('NFKC').length < min ? { id: 'field.short', values: { count: min } } : undefined
}

/** The fields of a form by name; a secret counts with the blanks around it, a code without any. */
const readTexts = (form: HTMLFormElement, rules: Record<string, FieldRule>): Record<string, string> => {
  const clean = ([name, text]: [string, string]): [string, string] => {
    if (rules[name]?.format === 'code') return [name, text.replaceAll(/\s/g, '')]
    const input = form.elements.namedItem(name)
    return [name, input instanceof HTMLInputElement && input.type === 'password' ? text : text.trim()]
  }
  return Object.fromEntries(Object.entries(textsOf(form)).map(clean))
}

/**
 * Validates a form's fields by rules in place of the browser, whose messages are in its own language and float over the
 * page. `read` returns the texts of a form without errors; else it focuses the first wrong field.
 */
export const useFieldErrors = (rules: Record<string, FieldRule>) => {
  const [errors, setErrors] = useState<Record<string, FieldError>>({})
  const read = (form: HTMLFormElement): Record<string, string> | undefined => {
    const texts = readTexts(form, rules)
    const found = Object.entries(texts).flatMap(([name, text]) => {
      const error = rules[name] && fieldErrorOf(rules[name], text)
      return error ? [[name, error] as const] : []
    })
    // At once: a screen reader reads the message with the field that gets the focus.
    flushSync(() => setErrors(Object.fromEntries(found)))
    const [wrong] = found
    if (!wrong) return texts
    const input = form.elements.namedItem(wrong[0])
    if (input instanceof HTMLInputElement) input.focus()
    return undefined
  }
  /** The message of a field stays until its text is edited. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement)) return
    const { [target.name]: _, ...rest } = errors
    setErrors(rest)
  }
  const errorOf = (name: string): string | undefined => errors[name] && t(errors[name].id, errors[name].values)
  return { read, errorOf, onInput, clear: () => setErrors({}) }
}
