import { type PlayerLanguage, playerLanguages, taskKinds } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { FormRadioGroup } from '@openauth/ui/form/radio-group'
import { FormSelect } from '@openauth/ui/form/select'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import Plus from 'lucide-react/icons/plus'
import { useFormContext, useWatch } from 'react-hook-form'
import { PictureField } from '../../components/picture-field.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerLanguageName } from '../../lib/player-languages.ts'
import { CheckFields, LeagueField } from './check-fields.tsx'
import type { TaskValues } from './task-form.ts'
import { taskKindWords } from './task-kinds.ts'

const Kind = ({ isNew }: { isNew: boolean }) => {
  const t = useTranslate()
  const kind = useWatch<TaskValues, 'check.kind'>({ name: 'check.kind' })
  const options = taskKinds.map((value) => ({ value, label: t(taskKindWords[value].title) }))
  return (
    <FormSelect
      name="check.kind"
      label={t('gameTasks.check')}
      hint={t(isNew ? taskKindWords[kind].hint : 'gameTasks.fixed')}
      options={options}
      disabled={!isNew}
    />
  )
}

const Repeat = () => {
  const t = useTranslate()
  const options = (['once', 'daily'] as const).map((value) => ({ value, label: t(`gameTasks.${value}`) }))
  return <FormRadioGroup name="repeat" label={t('gameTasks.repeat')} options={options} />
}

const Translation = ({ language, onRemove }: { language: PlayerLanguage; onRemove: () => void }) => {
  const t = useTranslate()
  const name = playerLanguageName(language)
  return (
    <fieldset className="game-task-language">
      <legend lang={language}>{name}</legend>
      <FormTextField
        name={`translations.${language}.title`}
        label={t('gameTasks.titleField')}
        lang={language}
        dir="auto"
        maxLength={100}
      />
      <FormTextArea
        name={`translations.${language}.description`}
        label={t('content.description')}
        lang={language}
        rows={2}
        dir="auto"
        optional
      />
      <Button size="small" variant="ghost" onClick={onRemove}>
        {t('gameTasks.removeLanguage', { language: name })}
      </Button>
    </fieldset>
  )
}

const Translations = () => {
  const t = useTranslate()
  const { setValue } = useFormContext<TaskValues>()
  const translations = useWatch<TaskValues, 'translations'>({ name: 'translations' })
  const [present, missing] = [true, false].map((isPresent) =>
    playerLanguages.filter((language) => (translations[language] !== undefined) === isPresent),
  )
  const set = (next: TaskValues['translations']) =>
    setValue('translations', next, { shouldDirty: true, shouldValidate: false })
  const remove = (language: PlayerLanguage) => {
    const { [language]: _, ...others } = translations
    set(others)
  }
  return (
    <div className="game-task-languages">
      <p className="game-task-note">{t('gameTasks.languagesNote')}</p>
      {present!.map((language) => (
        <Translation key={language} language={language} onRemove={() => remove(language)} />
      ))}
      <div className="game-task-buttons">
        {missing!.map((language) => (
          <Button
            key={language}
            size="small"
            icon={<Plus size={14} />}
            lang={language}
            onClick={() => set({ ...translations, [language]: { title: '', description: '' } })}
          >
            {playerLanguageName(language)}
          </Button>
        ))}
      </div>
    </div>
  )
}

const Texts = () => {
  const t = useTranslate()
  return (
    <>
      <FormTextField name="title" label={t('gameTasks.titleField')} dir="auto" maxLength={100} />
      <FormTextArea name="description" label={t('content.description')} rows={2} dir="auto" optional />
      <Translations />
      <FormTextField
        name="url"
        label={t('content.link')}
        hint={t('gameTasks.urlHint')}
        inputMode="url"
        spellCheck={false}
        optional
      />
      <PictureField name="iconUrl" label={t('gameTasks.iconUrl')} />
    </>
  )
}

const Limits = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <>
      <FormSwitch name="enabled" label={t('gameTasks.enabled')} />
      <FormTextField name="startsAt" type="datetime-local" label={t('gameTasks.startsAt')} optional />
      <FormTextField name="endsAt" type="datetime-local" label={t('gameTasks.endsAt')} optional />
      <FormTextField
        name="maxCompletions"
        label={t('gameTasks.maxCompletions')}
        hint={t('gameTasks.maxCompletionsHint')}
        inputMode="numeric"
        optional
      />
      <div className="game-task-pair">
        <FormTextField name="minLevel" label={t('gameTasks.minLevel')} inputMode="numeric" optional />
        <LeagueField
          appId={appId}
          name="minLeague"
          label={t('gameTasks.minLeague')}
          none={t('gameTasks.everyLeague')}
        />
      </div>
    </>
  )
}

/** The fields of a task: what is checked, what players see, and for whom it is there. */
export const TaskFields = ({ appId, isNew }: { appId: string; isNew: boolean }) => {
  const t = useTranslate()
  return (
    <>
      <Kind isNew={isNew} />
      <CheckFields appId={appId} />
      <div className="game-task-pair">
        <FormTextField name="reward" label={t('gameTasks.reward')} inputMode="numeric" />
      </div>
      {isNew && <Repeat />}
      <h3 className="game-task-part">{t('gameTasks.texts')}</h3>
      <Texts />
      <h3 className="game-task-part">{t('gameTasks.limits')}</h3>
      <Limits appId={appId} />
    </>
  )
}
