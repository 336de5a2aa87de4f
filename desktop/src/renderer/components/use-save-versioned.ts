import { toast } from '@openauth/ui/toaster'
import { useState } from 'react'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { codeOf } from './problems.ts'

/** What another operator changed: the fields, as they are called here, and what they contain now. */
export type OtherFields = { label: string; value: string }[]

interface Versioned {
  updatedAt: number
}

interface Entries<T extends Versioned> {
  /** The server's error code where an entry is gone. */
  notFound: string
  nameOf: (entry: T) => string
  create: (values: object) => Promise<T>
  /** Sends what was edited since `seen`. */
  update: (seen: T, values: object, edited: object) => Promise<T>
  /** The entry as the server has it now; undefined where it is gone. */
  read: (seen: T) => Promise<T | undefined>
  changedFields: (before: T, now: T) => OtherFields
  /** Reads anew what shows entries. */
  changed: () => Promise<unknown>
}

export interface SaveVersioned<T> {
  /** Resolves with the entry as the server has it now. */
  save: (values: object, edited: object) => Promise<T>
  others: OtherFields | undefined
  isDeleted: boolean
}

const add = async <T extends Versioned>(entries: Entries<T>, values: object, t: Translate): Promise<T> => {
  const added = await entries.create(values)
  await entries.changed()
  toast.success(t('content.added', { name: entries.nameOf(added) }))
  return added
}

/**
 * Adds an entry, or saves one unless somebody else changed it since it was shown here. Then `save` rejects, `others` says
 * what is different now, and the next `save` counts from there. Where somebody deleted it, `save` rejects, `isDeleted` says
 * so, and the next `save` adds what is in the form as a new entry. `isGone`: the entry is not in the list as it was read last.
 */
export const useSaveVersioned = <T extends Versioned>(
  entries: Entries<T>,
  entry: T | undefined,
  isGone: boolean,
): SaveVersioned<T> => {
  const t = useTranslate()
  const [seen, setSeen] = useState(entry)
  const [others, setOthers] = useState<OtherFields>()
  const [isRefused, setRefused] = useState(false)
  const isDeleted = isGone || isRefused

  const tellDeleted = () => {
    setRefused(true)
    setOthers(undefined)
    throw new Error(t('content.deletedNotSaved'))
  }

  const tellChanges = async (before: T) => {
    const now = await entries.read(before)
    if (!now) return tellDeleted()
    setOthers(entries.changedFields(before, now))
    setSeen(now)
  }

  const save = async (values: object, edited: object): Promise<T> => {
    if (!seen || isDeleted) return add(entries, values, t)
    try {
      const saved = await entries.update(seen, values, edited)
      setSeen(saved)
      setOthers(undefined)
      await entries.changed()
      toast.success(t('content.saved', { name: entries.nameOf(saved) }))
      return saved
    } catch (error) {
      const code = codeOf(error as Error)
      if (code === entries.notFound) await entries.changed().then(tellDeleted)
      if (code !== 'changed_meanwhile') throw error
      await tellChanges(seen)
      throw new Error(t('appSettings.notSaved'), { cause: error })
    }
  }
  return { save, others, isDeleted }
}
