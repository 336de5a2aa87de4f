import { endpoints, contract, type App } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { useZodForm } from '@openauth/ui/form'
import { FormCheckbox } from '@openauth/ui/form/checkbox'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { sentence } from '@openauth/ui/form/problems'
import { Section } from '@openauth/ui/section'
import { EditForm } from '../../../components/edit-form.tsx'
import { PictureField } from '../../../components/picture-field.tsx'
import { May } from '../../../components/may.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { AppScreen } from '../../../components/app-screen.tsx'
import { useSaveApp } from '../use-save-app.ts'
import { DeleteApp } from './delete-app.tsx'
import { DurationField } from './duration-field.tsx'
import { type SettingName, settingNames } from './labels.ts'
import { Origins } from './origins.tsx'
import { OtherChanges } from './other-changes.tsx'
import './settings.css'

const { shape } = contract.apps.update.input
const schema = contract.apps.update.input.pick(
  Object.fromEntries(settingNames.map((name) => [name, true])) as Record<SettingName, true>,
)

/** What the fields show of an app. */
const valuesOf = (app: App): Pick<App, SettingName> =>
  Object.fromEntries(settingNames.map((name) => [name, app[name]])) as Pick<App, SettingName>

/** What is wrong with each origin, by the contract's schema. */
const originErrors = (origins: readonly string[]): (string | undefined)[] => {
  const issues = shape.redirectOrigins.safeParse(origins).error?.issues ?? []
  return origins
    .map((_, at) => issues.find(({ path }) => path[0] === at)?.message)
    .map((text) => text && sentence(text))
}

const General = () => {
  const t = useTranslate()
  return (
    <Section title={t('appSettings.general')}>
      <Card className="app-fields">
        <FormTextField name="name" label={t('appSettings.name')} dir="auto" />
        <FormTextArea name="description" label={t('appSettings.description')} dir="auto" rows={2} optional />
        <PictureField name="logoUrl" label={t('appSettings.logoUrl')} note={t('appSettings.logoUrlHint')} />
      </Card>
    </Section>
  )
}

const Times = () => {
  const t = useTranslate()
  return (
    <Section title={t('appSettings.times')}>
      <Card className="app-fields">
        <DurationField
          name="jwtTTL"
          label={t('appSettings.jwtTTL')}
          hint={t('appSettings.jwtTTLHint')}
          zero={t('appSettings.jwtTTLZero')}
        />
        <DurationField
          name="telegramMaxAgeSeconds"
          label={t('appSettings.telegramMaxAge')}
          hint={t('appSettings.telegramMaxAgeHint')}
        />
        <DurationField
          name="credentialDelaySeconds"
          label={t('appSettings.credentialDelay')}
          hint={t('appSettings.credentialDelayHint')}
          zero={t('appSettings.credentialDelayZero')}
        />
        <DurationField
          name="deletionGraceSeconds"
          label={t('appSettings.deletionGrace')}
          hint={t('appSettings.deletionGraceHint')}
          zero={t('appSettings.deletionGraceZero')}
        />
      </Card>
    </Section>
  )
}

const Documents = () => {
  const t = useTranslate()
  return (
    <Section title={t('appSettings.documents')} description={t('appSettings.documentsLead')}>
      <Card className="app-fields">
        <FormTextField name="termsUrl" label={t('appSettings.termsUrl')} optional />
        <FormTextField name="termsVersion" label={t('appSettings.termsVersion')} optional />
        <FormTextField name="privacyUrl" label={t('appSettings.privacyUrl')} optional />
        <FormTextField name="privacyVersion" label={t('appSettings.privacyVersion')} optional />
        <FormCheckbox
          name="termsRequired"
          label={t('appSettings.termsRequired')}
          hint={t('appSettings.termsRequiredHint')}
        />
      </Card>
    </Section>
  )
}

const Permissions = () => {
  const t = useTranslate()
  const field = (name: SettingName, label: string, hint: string) => (
    <FormCheckbox name={name} label={label} hint={hint} />
  )
  return (
    <Section title={t('appSettings.permissions')} description={t('appSettings.permissionsLead')}>
      <Card className="app-fields">
        {field('privateKeyExportEnabled', t('appSettings.keyExport'), t('appSettings.keyExportHint'))}
        {field('impersonationEnabled', t('appSettings.impersonation'), t('appSettings.impersonationHint'))}
        {field('legacyWalletLogin', t('appSettings.legacyWalletLogin'), t('appSettings.legacyWalletLoginHint'))}
        {field('legacyBind', t('appSettings.legacyBind'), t('appSettings.legacyBindHint'))}
        {field('oidcProviderEnabled', t('appSettings.oidcProvider'), t('appSettings.oidcProviderHint'))}
        {field('oidcRegistrationEnabled', t('appSettings.oidcRegistration'), t('appSettings.oidcRegistrationHint'))}
        {field('legacyLanding', t('appSettings.legacyLanding'), t('appSettings.legacyLandingHint'))}
      </Card>
    </Section>
  )
}

const Settings = ({ app }: { app: App }) => {
  const t = useTranslate()
  const { save, others } = useSaveApp(app)
  const form = useZodForm(schema, { values: valuesOf(app) })
  const errors = form.formState.isSubmitted ? originErrors(form.watch('redirectOrigins') ?? []) : []
  return (
    <div className="app-settings">
      <EditForm
        call={endpoints.apps.update}
        form={form}
        onSubmit={(_, edited) => save(edited)}
        others={<OtherChanges changes={others} />}
      >
        <General />
        <Times />
        <Section title={t('appSettings.origins')} description={t('appSettings.originsLead')}>
          <Card>
            <Origins name="redirectOrigins" errors={errors} />
          </Card>
        </Section>
        <Documents />
        <Permissions />
      </EditForm>
      <May call={endpoints.apps.delete}>
        <DeleteApp app={app} />
      </May>
    </div>
  )
}

/** The settings of an app that belong to no login method, and its end. */
export const EditSettings = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('appSettings.title')} lead={t('appSettings.lead')}>
      {(app) => <Settings key={app.id} app={app} />}
    </AppScreen>
  )
}
