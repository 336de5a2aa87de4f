import { shownUserCode } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { DefinitionList } from '@openauth/ui/definition-list'
import { Notice } from '@openauth/ui/notice'
import { Time } from '@openauth/ui/time'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { codeOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { deviceOf } from '../../lib/device.ts'
import type { WaitingDevice } from './type-code.tsx'

export type Decision = 'approved' | 'denied'

interface Props {
  waiting: WaitingDevice
  onDecided: (decision: Decision) => void
  /** The code cannot be decided about any more. */
  onGone: (message: string) => void
}

/** What is known about the machine that asks: what it claims, and what the server saw. */
const Facts = ({ waiting: { device, userCode } }: Pick<Props, 'waiting'>) => {
  const t = useTranslate()
  const name = device.deviceName ? <bdi>{device.deviceName}</bdi> : t('deviceScreen.unnamed')
  return (
    <DefinitionList
      items={[
        { term: t('deviceScreen.machine'), value: name },
        { term: t('deviceScreen.address'), value: <bdi>{device.ip}</bdi> },
        { term: t('deviceScreen.program'), value: deviceOf(device.userAgent).browser ?? t('account.unknownDevice') },
        { term: t('deviceScreen.asked'), value: <Time at={device.createdAt} /> },
        { term: t('deviceScreen.code'), value: <bdi className="device-shown-code">{shownUserCode(userCode)}</bdi> },
      ]}
    />
  )
}

const useDecide = ({ waiting: { device, userCode }, onDecided, onGone }: Props) => {
  const [needsPassword, setNeedsPassword] = useState(device.needsPassword)
  const { id } = device
  const onError = (error: Error) => {
    const code = codeOf(error)
    if (code === 'device_login_not_found') onGone(error.message)
    if (code === 'fresh_login_required') setNeedsPassword(true)
  }
  const approve = useMutation({
    mutationFn: (currentPassword: string) => client.deviceLogins.approve({ id, userCode, currentPassword }),
    onSuccess: () => onDecided('approved'),
    onError,
  })
  const deny = useMutation({
    mutationFn: () => client.deviceLogins.deny({ id, userCode }),
    onSuccess: () => onDecided('denied'),
    onError,
  })
  return { approve, deny, needsPassword }
}

/** Shows which machine asks for a session, and approves or denies it. */
export const DecideDevice = (props: Props) => {
  const t = useTranslate()
  const { approve, deny, needsPassword } = useDecide(props)
  const error = approve.error ?? deny.error
  return (
    <>
      <Facts waiting={props.waiting} />
      <Notice tone="warning" title={t('deviceScreen.warning')}>
        {t('deviceScreen.warningLead')}
      </Notice>
      <EntryForm
        submitLabel={t('deviceScreen.approve')}
        isBusy={approve.isPending}
        error={error}
        fields={['currentPassword']}
        onSubmit={({ currentPassword = '' }) => approve.mutateAsync(currentPassword)}
        more={
          <Button loading={deny.isPending} onClick={() => deny.mutate()}>
            {t('deviceScreen.deny')}
          </Button>
        }
      >
        {needsPassword && <CurrentPassword hint={t('deviceScreen.passwordHint')} error={error} />}
      </EntryForm>
    </>
  )
}
