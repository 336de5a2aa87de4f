import { createContext } from 'react'

/** The names of fields of a form that were changed since it was sent: what was wrong with them is not known any more. */
export const CorrectedFields = createContext<ReadonlySet<string>>(new Set())
