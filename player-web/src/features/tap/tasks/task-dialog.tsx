import type { PlayerTask } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import { useHost } from '../../../session/telegram.tsx'
import { useOpenLink } from '../../../session/use-open-link.ts'
import { Celebration } from '../celebration.tsx'
import { FailureNote } from '../failure-note.tsx'
import { TaskProgress } from './task-progress.tsx'
import { Connect } from './connect.tsx'
import { hintOf } from './task-words.ts'
import { useSecondsUntil } from './use-seconds-until.ts'
import { useVerify } from './use-tasks.ts'

interface Props {
  task: PlayerTask
  onClose: () => void
}

type Verify = ReturnType<typeof useVerify>

const isTelegram = (address: string): boolean => /^https:\/\/(t|telegram)\.me\//i.test(address)

/** Opens the place of a task: inside Telegram, its own links without leaving it. */
const useOpenTask = () => {
  const host = useHost()
  const openLink = useOpenLink()
  return (address: string) => (host && isTelegram(address) ? host.openTelegramLink(address) : openLink(address))
}

const CodeForm = ({ verify, isBusy }: Verify) => {
  const t = useTranslate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    if (typeof code === 'string' && code.trim() !== '') void verify({ code })
  }
  return (
    <form className="task-actions" onSubmit={submit}>
      <TextField
        label={t('tasks.codeLabel')}
        name="code"
        autoComplete="off"
        maxLength={100}
        required
        ref={focusInput}
      />
      <Button variant="primary" type="submit" loading={isBusy}>
        {t('tasks.redeem')}
      </Button>
    </form>
  )
}

/** Opens the task's place, which begins it, and has it checked. */
const Actions = ({ task: { url, status, availableAt }, verify, isBusy }: Verify & { task: PlayerTask }) => {
  const t = useTranslate()
  const openTask = useOpenTask()
  // Only told: this device's clock may be wrong, and the server decides.
  const seconds = useSecondsUntil(availableAt)
  const [isOpened, setOpened] = useState(status === 'started')
  const open = (address: string) => {
    // In the tap itself: later on, browsers take it for a pop-up.
    openTask(address)
    setOpened(true)
    if (status === 'available') void verify({ isBeginning: true })
  }
  const isFirst = url !== null && !isOpened
  return (
    <div className="task-actions">
      {url !== null && (
        <Button {...(isFirst ? { variant: 'primary' as const } : {})} onClick={() => open(url)}>
          {t(isFirst ? 'tasks.open' : 'tasks.openAgain')}
        </Button>
      )}
      {!isFirst && (
        <Button variant="primary" loading={isBusy} onClick={() => void verify()}>
          {seconds > 0 ? t('tasks.checkIn', { seconds }) : t('tasks.check')}
        </Button>
      )}
    </div>
  )
}

/** What a task asks for, and the buttons that begin it and have it checked. */
export const TaskDialog = ({ task, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const verifying = useVerify(task)
  const { message, paid } = verifying
  const isDone = task.status === 'completed'
  return (
    <Dialog title={task.title} onClose={onClose}>
      {paid === undefined ? (
        <>
          <p className="note">{task.description ?? hintOf(task, t)}</p>
          <p className="tap-price">
            <span className="tap-coin" />+{format(task.reward)}
          </p>
        </>
      ) : (
        <Celebration>
          <output>+{format(paid)}</output>
        </Celebration>
      )}
      <TaskProgress task={task} />
      {message === 'tasks.not_bound' && !isDone && <Connect task={task} />}
      {message !== 'tasks.not_bound' && <FailureNote message={message} />}
      {!isDone && (task.needsCode ? <CodeForm {...verifying} /> : <Actions task={task} {...verifying} />)}
      {isDone && (
        <Button variant="primary" onClick={onClose}>
          {t('tap.goOn')}
        </Button>
      )}
    </Dialog>
  )
}
