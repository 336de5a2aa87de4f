import { type App, ProviderSettings, switchOf } from '@openauth/client'
import * as z from 'zod'
import type { MethodSetting, SettingName } from './field-labels.ts'
import type { MethodSetup } from './setup-query.ts'

/** The fields of a method's form. A secret is '' while it stays as it is, and null when it is to be removed. */
export type MethodValues = { enabled: boolean } & { [N in SettingName]?: string | null }

/** Checks the fields as `apps.update` does; an empty public identifier becomes null. */
export const methodSchema = (fields: readonly MethodSetting[]): z.ZodType<MethodValues, MethodValues> =>
  z.object({
    enabled: z.boolean(),
    ...Object.fromEntries(fields.map(({ name }) => [name, ProviderSettings.shape[name]])),
  })

/** What the form shows of the stored settings; of secrets nothing. */
export const valuesOf = ({ enabled, fields }: Pick<MethodSetup, 'enabled' | 'fields'>): MethodValues => ({
  enabled,
  ...Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ''])),
})

/** What the fields contain once they are saved: secrets are not shown again. */
export const withoutSecrets = (values: MethodValues, fields: readonly MethodSetting[]): MethodValues => ({
  ...values,
  ...Object.fromEntries(fields.filter(({ secret }) => secret).map(({ name }) => [name, ''])),
})

/** The edited fields as settings of the app. */
export const changesOf = (
  { method }: Pick<MethodSetup, 'method'>,
  { enabled, ...settings }: Partial<MethodValues>,
): Record<string, unknown> => ({
  ...settings,
  ...(enabled === undefined ? {} : { [switchOf[method]]: enabled }),
})

/** The edited fields as settings to test: what is typed, without the switch. */
export const settingsToTest = (values: MethodValues, dirty: object): Partial<MethodValues> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'enabled' && name in dirty))

/** The names of the settings that differ between two versions of an app. */
export const changedSettings = (before: App, after: App): (keyof App)[] =>
  (Object.keys(after) as (keyof App)[]).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
