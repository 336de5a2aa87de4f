import { type App, brandTextNames, defaultBrandNames, type PlayerLanguage, playerLanguages } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { useZodForm } from '@openauth/ui/form'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { Section } from '@openauth/ui/section'
import { Select } from '@openauth/ui/select'
import { useState } from 'react'
import { ColourField } from '../../../components/colour-field.tsx'
import { EditForm } from '../../../components/edit-form.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { AppScreen } from '../../../components/app-screen.tsx'
import { OtherChanges } from '../settings/other-changes.tsx'
import { useSaveApp } from '../use-save-app.ts'
import { brandSchema, brandValuesOf } from './brand-form.ts'
import { Preview } from './preview.tsx'
import '../settings/settings.css'
import './branding.css'

const languageNames: Record<PlayerLanguage, string> = { en: 'English', es: 'Español', ru: 'Русский', zh: '中文' }
const languages = playerLanguages.map((value) => ({ value, label: languageNames[value] }))
const names = ['name', 'networkName', 'tokenName', 'gamesName'] as const
const pictures = ['logoUrl', 'loginPictureUrl', 'bannerUrl'] as const

const Names = () => {
  const t = useTranslate()
  return (
    <Section title={t('branding.names')} description={t('branding.namesLead')}>
      <Card className="brand-names">
        {names.map((name) => (
          <FormTextField
            key={name}
            name={name}
            label={t(`branding.${name}` as MessageId)}
            placeholder={defaultBrandNames[name]}
            dir="auto"
          />
        ))}
      </Card>
    </Section>
  )
}

const Look = () => {
  const t = useTranslate()
  return (
    <Section title={t('branding.look')}>
      <Card className="app-fields">
        <ColourField
          name="color"
          label={t('branding.color')}
          hint={t('branding.colorHint')}
          pickLabel={t('branding.pick')}
          placeholder="#FBB042"
        />
        {pictures.map((name) => (
          <FormTextField
            key={name}
            name={name}
            label={t(`branding.${name}` as MessageId)}
            placeholder="https://"
            inputMode="url"
            spellCheck={false}
            optional
          />
        ))}
      </Card>
    </Section>
  )
}

const Texts = ({ language, onChange }: { language: PlayerLanguage; onChange: (language: PlayerLanguage) => void }) => {
  const t = useTranslate()
  const choice = (
    <Select
      label={t('branding.language')}
      isLabelHidden
      options={languages}
      value={language}
      onValueChange={onChange}
    />
  )
  return (
    <Section title={t('branding.texts')} description={t('branding.textsLead')} actions={choice}>
      <Card className="app-fields">
        {brandTextNames.map((name) => (
          <FormTextArea
            key={`${name} ${language}`}
            name={`texts.${name}.${language}`}
            label={t(`branding.text_${name}` as MessageId)}
            placeholder={t('branding.builtIn')}
            lang={language}
            dir="auto"
            rows={1}
          />
        ))}
      </Card>
    </Section>
  )
}

const Branding = ({ app }: { app: App }) => {
  const [language, setLanguage] = useState<PlayerLanguage>('en')
  const { save, others } = useSaveApp(app)
  const form = useZodForm(brandSchema, { values: brandValuesOf(app) })
  const values = form.watch()
  return (
    <div className="brand-columns">
      <EditForm form={form} onSubmit={(_, brand) => save({ brand })} others={<OtherChanges changes={others} />}>
        <Names />
        <Look />
        <Texts language={language} onChange={setLanguage} />
      </EditForm>
      <Preview app={app} values={values} language={language} />
    </div>
  )
}

/** Names, colour, pictures and texts of an app in the players' front end, beside their login page. */
export const EditBranding = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('branding.title')} lead={t('branding.lead')}>
      {(app) => <Branding key={app.id} app={app} />}
    </AppScreen>
  )
}
