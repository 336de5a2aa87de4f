/**
 * What the values of a field may be, where plain data can say that: whatever has the form is surely valid. Of other values
 * nothing is said; the contract's schema decides about them. The build derives forms from the contract.
 */
export type SureForm =
  | { is: 'id' | 'boolean' }
  | { is: 'integer'; min: number; max: number }
  | { is: 'choice'; of: (string | number)[] }
  /** Lengths in UTF-16 code units, and the sources and flags of regular expressions. */
  | { is: 'text'; min: number; max: number; patterns: [source: string, flags: string][] }
  | { is: 'list'; of: SureForm; max: number }

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is an id of the contract: a UUID with any version bits. */
export const isId = (text: string): boolean => id.test(text)

/** ASCII without spaces around it, which no normalization changes, before which schemas may measure it. */
const isPlainText = (text: string): boolean => /^[!-~]([ -~]*[!-~])?$/.test(text)

/** Whether a value surely has a form. False tells nothing. */
export const isSurely = (form: SureForm, value: unknown): boolean => {
  switch (form.is) {
    case 'id':
      return typeof value === 'string' && isId(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= form.min && (value as number) <= form.max
    case 'choice':
      return form.of.includes(value as string | number)
    case 'text':
      return (
        typeof value === 'string' &&
        isPlainText(value) &&
        value.length >= form.min &&
        value.length <= form.max &&
        form.patterns.every(([source, flags]) => new RegExp(source, flags).test(value))
      )
    case 'list':
      return Array.isArray(value) && value.length <= form.max && value.every((item) => isSurely(form.of, item))
  }
}
