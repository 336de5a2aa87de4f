import { useTranslate } from '../../i18n/i18n.ts'

const steps = ['setup.stepAdmin', 'setup.stepApp', 'setup.stepMethods'] as const

/** The steps of the first set-up; `current` counts from 0. */
export const Steps = ({ current }: { current: number }) => {
  const t = useTranslate()
  return (
    <ol className="steps" aria-label={t('setup.steps')}>
      {steps.map((id, index) => (
        <li
          key={id}
          className={index <= current ? 'is-reached' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {t(id)}
        </li>
      ))}
    </ol>
  )
}
