import { useCallback, useSyncExternalStore } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/states.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useHost } from '../../../session/telegram.tsx'
import { type Effects, refusalOf } from '../bridge/effects.ts'
import type { Prompt, Prompts, Question } from '../bridge/prompts.ts'
import { isForOtherHost, signInHost, visibleText } from '../bridge/visible-text.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { EffectsView } from './effects-view.tsx'
import { useArmed, useIsLate } from './use-armed.ts'

interface Asker {
  name: string
  origin: string
}

const noEffects = { get: () => undefined, subscribe: () => () => {} }

/** The effects of a question as far as they are known; undefined for other questions. */
const useEffectsOf = (question: Question): Effects | undefined => {
  const { get, subscribe } = question.kind === 'transaction' ? question.effects : noEffects
  return useSyncExternalStore(subscribe, get, get)
}

const Connecting = ({ name }: Asker) => {
  const t = useTranslate()
  return (
    <>
      <p>{t('bridge.connect.text', { name })}</p>
      <p className="note">{t('bridge.connect.note')}</p>
    </>
  )
}

const Text = ({ text, name, origin }: Asker & { text: string }) => {
  const t = useTranslate()
  return (
    <>
      {isForOtherHost(text, origin) && (
        <Notice>
          <p>{t('bridge.message.elsewhere', { host: signInHost(text) ?? '' })}</p>
        </Notice>
      )}
      <p>{t('bridge.message.text', { name })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <pre className="consent-text" tabIndex={0}>
        {visibleText(text)}
      </pre>
    </>
  )
}

const Refusal = ({ effects }: { effects: Effects }) => {
  const t = useTranslate()
  const refusal = refusalOf(effects)
  if (refusal === undefined) return null
  const issues = effects.kind === 'known' ? (effects.preview.refusal?.issues ?? []) : []
  return (
    <Notice tone="danger" live="alert">
      <p>{t(effects.kind === 'failed' ? 'bridge.previewFailed' : 'bridge.refused')}</p>
      <p>{visibleText(refusal)}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ path, message }) => (
            <li key={path + message}>{visibleText(message)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

const Transaction = ({ effects, name }: { effects: Effects; name: string }) => {
  const t = useTranslate()
  return (
    <>
      <p>{t('bridge.transaction.text', { name })}</p>
      <Refusal effects={effects} />
      {effects.kind === 'loading' && <Skeleton lines={5} />}
      {effects.kind === 'known' && <EffectsView preview={effects.preview} />}
    </>
  )
}

const titles = {
  connect: 'bridge.connect.title',
  message: 'bridge.message.title',
  transaction: 'bridge.transaction.title',
} as const

/** The dialog of one prompt. */
export const Consent = ({ prompts, prompt, asker }: { prompts: Prompts; prompt: Prompt; asker: Asker }) => {
  const t = useTranslate()
  const host = useHost()
  const { question } = prompt
  const effects = useEffectsOf(question)
  const isArmed = useArmed(prompts, prompt, effects)
  const isLate = useIsLate(prompt)
  const onReject = useCallback(() => prompts.reject(prompt), [prompts, prompt])
  const onApprove = () => {
    if (prompts.approve(prompt)) host?.haptics.notification('success')
  }
  const label = t(question.kind === 'connect' ? 'bridge.connect.approve' : 'bridge.sign')
  const isRefused = effects !== undefined && refusalOf(effects) !== undefined
  return (
    <ConsentDialog
      title={t(titles[question.kind])}
      origin={asker.origin}
      approve={isRefused ? undefined : { label, isArmed, onApprove }}
      onReject={onReject}
      isLate={isLate && !isRefused}
    >
      {question.kind === 'connect' && <Connecting {...asker} />}
      {question.kind === 'message' && <Text text={question.text} {...asker} />}
      {effects && <Transaction effects={effects} name={asker.name} />}
    </ConsentDialog>
  )
}
