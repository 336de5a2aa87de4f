import { endpoints, type App, brandPictureNames, brandTextNames, type PlayerLanguage } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { useZodForm } from '@openauth/ui/form'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { Section } from '@openauth/ui/section'
import { Select } from '@openauth/ui/select'
import { useState } from 'react'
import { ColourField } from '../../../components/colour-field.tsx'
import { EditForm } from '../../../components/edit-form.tsx'
import { PictureField } from '../../../components/picture-field.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { playerLanguageOptions } from '../../../lib/player-languages.ts'
import { AppScreen } from '../../../components/app-screen.tsx'
import { OtherChanges } from '../settings/other-changes.tsx'
import { useSaveApp } from '../use-save-app.ts'
import { brandSchema, brandValuesOf } from './brand-form.ts'
import { type PreviewPage, pageShowing } from './preview-pages.tsx'
import { Preview } from './preview.tsx'
import { type BrandWords, useBrandWords } from './use-brand-words.ts'
import '../settings/settings.css'
import './branding.css'

const names = ['name', 'networkName', 'tokenName', 'gamesName'] as const
/** The pictures, with the pixels that pages give them. */
const pictures = { logoUrl: undefined, loginPictureUrl: '450 × 420.', bannerUrl: '390 × 170.' } as const

const Names = ({ brand }: { brand: BrandWords }) => {
  const t = useTranslate()
  return (
    <Section title={t('branding.names')} description={t('branding.namesLead')}>
      <Card className="brand-names">
        {names.map((name) => (
          <FormTextField
            key={name}
            name={name}
            label={t(`branding.${name}` as MessageId)}
            placeholder={brand.nameWithout(name)}
            dir="auto"
          />
        ))}
      </Card>
    </Section>
  )
}

const Look = () => {
  const t = useTranslate()
  const noteOf = (name: keyof typeof pictures) =>
    pictures[name] ? `${pictures[name]} ${t('branding.builtInPicture')}` : t('branding.appLogo')
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
        {brandPictureNames.map((name) => (
          <PictureField key={name} name={name} label={t(`branding.${name}` as MessageId)} note={noteOf(name)} />
        ))}
      </Card>
    </Section>
  )
}

interface TextsProps {
  brand: BrandWords
  language: PlayerLanguage
  onChange: (language: PlayerLanguage) => void
}

const Texts = ({ brand, language, onChange }: TextsProps) => {
  const t = useTranslate()
  const choice = (
    <Select
      label={t('branding.language')}
      isLabelHidden
      options={playerLanguageOptions}
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
            placeholder={brand.builtIn(name)}
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
  const brand = useBrandWords(values, language)
  const [page, setPage] = useState<PreviewPage>('login')
  return (
    <div
      className="brand-columns"
      onFocus={({ target }) => setPage(pageShowing(target.getAttribute('name') ?? '') ?? page)}
    >
      <EditForm
        call={endpoints.apps.update}
        form={form}
        onSubmit={(_, brand) => save({ brand })}
        others={<OtherChanges changes={others} />}
      >
        <Names brand={brand} />
        <Look />
        <Texts brand={brand} language={language} onChange={setLanguage} />
      </EditForm>
      <Preview app={app} values={values} brand={brand} language={language} page={page} onPageChange={setPage} />
    </div>
  )
}

/** Names, colour, pictures and texts of an app in the players' front end, beside the pages that players see. */
export const EditBranding = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('branding.title')} lead={t('branding.lead')}>
      {(app) => <Branding key={app.id} app={app} />}
    </AppScreen>
  )
}
