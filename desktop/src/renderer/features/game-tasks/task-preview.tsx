import { type PlayerLanguage, playerLanguages } from '@openauth/client'
import { Select } from '@openauth/ui/select'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ListTodo from 'lucide-react/icons/list-todo'
import { useState } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerLanguageName } from '../../lib/player-languages.ts'
import { shownPicture } from '../../lib/shown-picture.ts'
import { usePlayerWords } from '../apps/branding/use-player-words.ts'
import '../content/preview.css'
import type { TaskValues } from './task-form.ts'

/** The text in a language: that of the task where it has none. */
const textIn = ({ title, description, translations }: TaskValues, language: PlayerLanguage) => {
  const own = translations[language]
  return own && own.title.trim() !== '' ? own : { title, description }
}

const ringsIn = (language: PlayerLanguage, reward: string): string =>
  /^\d{1,15}$/.test(reward.trim()) ? `+${new Intl.NumberFormat(language).format(Number(reward))}` : '+–'

const Icon = ({ address }: { address: string }) => {
  const src = shownPicture(address)
  return <span className="content-logo">{src ? <img src={src} alt="" /> : <ListTodo size={20} />}</span>
}

/** The card of a task as the tap game draws it, with what is in the fields, and what opens with it. */
export const TaskPreview = ({ values }: { values: TaskValues }) => {
  const t = useTranslate()
  const [language, setLanguage] = useState<PlayerLanguage>('en')
  const words = usePlayerWords(language)
  const { title, description } = textIn(values, language)
  const facts = [ringsIn(language, values.reward), values.repeat === 'daily' ? words('tasks.daily') : '']
  const options = playerLanguages.map((value) => ({ value, label: playerLanguageName(value) }))
  return (
    <figure className="content-preview" aria-label={t('content.preview')}>
      <div className="content-stage game-task-stage" data-theme="dark" lang={language}>
        <div className="content-game">
          <Icon address={values.iconUrl} />
          <span className="game-task-card-words">
            <strong dir="auto">{title || '–'}</strong>
            <small>{facts.filter(Boolean).join(' · ')}</small>
          </span>
          <ChevronRight size={18} aria-hidden="true" />
        </div>
        <p className="content-soft content-description" dir="auto">
          {description.trim() || words(`tasks.${values.check.kind}`)}
        </p>
      </div>
      <figcaption>{t('content.previewNote')}</figcaption>
      <Select
        label={t('gameTasks.previewLanguage')}
        isLabelHidden
        options={options}
        value={language}
        onValueChange={setLanguage}
      />
    </figure>
  )
}
