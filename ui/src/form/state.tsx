import { createContext, use, useEffect } from 'react'
import { useController, type ControllerRenderProps } from 'react-hook-form'
import { sentence } from './problems.tsx'

/** The names of the fields that a form shows. */
export const ShownFields = createContext<Set<string>>(new Set())

/** A field's value and its handlers, and what is wrong with it by the schema or by the server. */
export const useFormField = (name: string): { field: ControllerRenderProps; error: string | undefined } => {
  const shown = use(ShownFields)
  const { field, fieldState } = useController({ name })
  useEffect(() => {
    shown.add(name)
    return () => void shown.delete(name)
  }, [shown, name])
  const message = fieldState.error?.message
  return { field, error: message && sentence(message) }
}
