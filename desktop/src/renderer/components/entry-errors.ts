import { sentence } from '@openauth/ui/form/problems'
import { get, useFormContext, useFormState } from 'react-hook-form'

/**
 * What is wrong with a list, and by their place with its entries: a message, or messages by the entry's fields.
 * Its name is the field's in the form.
 */
export const useEntryErrors = (name: string) => {
  const { control } = useFormContext()
  const { errors } = useFormState({ control, name })
  const messageAt = (path: string): string | undefined => {
    const message: unknown = get(errors, [name, path, 'message'].filter((part) => part !== '').join('.'))
    return typeof message === 'string' ? sentence(message) : undefined
  }
  return messageAt
}
