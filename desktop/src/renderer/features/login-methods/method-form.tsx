import { endpoints } from '@openauth/client'
import type { App, contract, HandlerInput, LoginMethodTest } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Form, FormActions, useZodForm, type ZodForm } from '@openauth/ui/form'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextField } from '@openauth/ui/form/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { codeOf } from '../../components/problems.ts'
import { MayEdit } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { Conflict } from './conflict.tsx'
import { type MethodSetting, settingLabel } from './field-labels.ts'
import { changesOf, methodSchema, type MethodValues, settingsToTest, valuesOf, withoutSecrets } from './form-values.ts'
import { SecretField } from './secret-field.tsx'
import { type MethodSetup, methodsQuery, useMethodsChanged } from './setup-query.ts'
import { TestResult } from './test-result.tsx'

interface Props {
  app: App
  setup: MethodSetup
}

type Conflicting = { before: App; after: App }

const SettingField = ({ setting }: { setting: MethodSetting }) => {
  const t = useTranslate()
  const { name, secret, isSet, neededFor } = setting
  const label = t(settingLabel(name))
  const hint =
    neededFor === 'redirect'
      ? t('login-methods.forRedirect')
      : neededFor === 'alternative'
        ? t('login-methods.botIdHint')
        : undefined
  if (secret)
    return <SecretField name={name} label={label} hint={hint} isSet={isSet} hasLines={name === 'applePrivateKey'} />
  return <FormTextField name={name} label={label} hint={hint} spellCheck={false} dir="auto" />
}

/** What a test found, with the names that the form has for the settings. */
const Tested = ({ found, fields }: { found: LoginMethodTest; fields: readonly MethodSetting[] }) => {
  const t = useTranslate()
  const named = (text: string) => fields.reduce((said, { name }) => said.replaceAll(name, t(settingLabel(name))), text)
  return (
    <TestResult
      ok={found.ok}
      message={named(found.message)}
      remedy={found.remedy && named(found.remedy)}
      lines={[...found.checked, ...found.notes].map(named)}
    />
  )
}

/** Sends the changes with the version that was seen; an answer of 409 leads to what somebody else changed. */
const useSave = (seen: App, setup: MethodSetup, onSeen: (app: App) => void) => {
  const { id } = seen
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useMethodsChanged()
  const [conflict, setConflict] = useState<Conflicting>()
  const save = async (edited: Partial<MethodValues>) => {
    const changes = changesOf(setup, edited) as HandlerInput<typeof contract.apps.update>
    try {
      await client.apps.update({ ...changes, id, expectedUpdatedAt: seen.updatedAt })
    } catch (error) {
      if (!(error instanceof Error) || codeOf(error) !== 'changed_meanwhile') throw error
      const { app: after } = await queryClient.fetchQuery({ ...methodsQuery(id), staleTime: 0 })
      setConflict({ before: seen, after })
      onSeen(after)
      throw new Error(t('login-methods.conflict'), { cause: error })
    }
    setConflict(undefined)
    await changed()
    toast.success(t('login-methods.saved', { name: methodTitle(setup.method, t) }))
  }
  return { save, conflict }
}

/** A test of what is typed. What it found is undefined again once something else is typed. */
const useTypedTest = (form: ZodForm<MethodValues, MethodValues>, appId: string, method: MethodSetup['method']) => {
  const test = useMutation(queries.loginMethods.test())
  const typed = JSON.stringify(settingsToTest(form.watch(), form.formState.dirtyFields))
  const [tested, setTested] = useState<string>()
  const run = async () => {
    if (!(await form.trigger())) return
    setTested(typed)
    test.mutate({ appId, method, ...(JSON.parse(typed) as object) })
  }
  return { run, isRunning: test.isPending, found: tested === typed ? test.data : undefined, error: test.error }
}

/** The switch and the settings of a login method, with a test of what is typed. */
export const MethodForm = ({ app, setup }: Props) => {
  const t = useTranslate()
  const { fields } = setup
  const schema = useMemo(() => methodSchema(fields), [fields])
  const form = useZodForm(schema, { values: valuesOf(setup) })
  const { isDirty } = form.formState
  // While something is typed, the version is that of the app as it was then.
  const [seen, setSeen] = useState(app)
  if (!isDirty && seen !== app) setSeen(app)
  const { save, conflict } = useSave(seen, setup, setSeen)
  const test = useTypedTest(form, app.id, setup.method)
  const [saves, setSaves] = useState(0)
  const afterSave = (sent: MethodValues) => {
    setSaves(saves + 1)
    return withoutSecrets(sent, fields)
  }
  return (
    <Form form={form} onSubmit={(_, edited) => save(edited)} afterSave={afterSave}>
      <UnsavedChanges isDirty={isDirty} />
      <MayEdit call={endpoints.apps.update}>
        <FormSwitch name="enabled" label={t('login-methods.enabled')} hint={t('login-methods.enabledHint')} />
        {fields.map((setting) => (
          <SettingField key={`${setting.name} ${setting.secret ? saves : ''}`} setting={setting} />
        ))}
        {conflict && <Conflict setup={setup} {...conflict} />}
        {test.found && <Tested found={test.found} fields={fields} />}
        {test.error && <TestResult ok={false} message={test.error.message} remedy={null} />}
        <FormActions submitLabel={t('login-methods.save')} needsChange>
          <Button loading={test.isRunning} onClick={() => void test.run()}>
            {t('login-methods.test')}
          </Button>
        </FormActions>
      </MayEdit>
    </Form>
  )
}
