import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { Notice } from '@openauth/ui/notice'
import { PageHeader } from '@openauth/ui/page-header'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import '../../i18n/device-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { DecideDevice, type Decision } from './decide-device.tsx'
import { TypeCode, type WaitingDevice } from './type-code.tsx'
import './device-logins.css'

type Step = { waiting?: WaitingDevice; decision?: Decision; problem?: string }

/** Takes the focus, so that a screen reader reads the result where the form was. */
const Result = ({ children }: { children: ReactNode }) => {
  const ref = useRef<HTMLOutputElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <output ref={ref} tabIndex={-1} className="device-result">
      {children}
    </output>
  )
}

const Decided = ({ decision, onAgain }: { decision: Decision; onAgain: () => void }) => {
  const t = useTranslate()
  const isApproved = decision === 'approved'
  return (
    <Result>
      <Notice
        tone={isApproved ? 'success' : 'info'}
        title={t(isApproved ? 'deviceScreen.approved' : 'deviceScreen.denied')}
        action={
          <Button size="small" onClick={onAgain}>
            {t('deviceScreen.another')}
          </Button>
        }
      >
        {t(isApproved ? 'deviceScreen.approvedLead' : 'deviceScreen.deniedLead')}
      </Notice>
    </Result>
  )
}

const Steps = () => {
  const [{ waiting, decision, problem }, setStep] = useState<Step>({})
  if (decision) return <Decided decision={decision} onAgain={() => setStep({})} />
  if (waiting) {
    return (
      <DecideDevice
        key={waiting.device.id}
        waiting={waiting}
        onDecided={(next) => setStep({ decision: next })}
        onGone={(message) => setStep({ problem: message })}
      />
    )
  }
  return (
    <>
      {problem !== undefined && (
        <Result>
          <Notice tone="danger" title={problem} />
        </Result>
      )}
      <TypeCode onFound={(found) => setStep({ waiting: found })} />
    </>
  )
}

/** Signs a command line in by the code that it shows. */
export const ApproveDevice = () => {
  const t = useTranslate()
  return (
    <div className="screen device-narrow">
      <title>{`${t('device.title')} · OpenAuth`}</title>
      <PageHeader title={t('device.title')} description={t('deviceScreen.lead')} />
      <Card className="device-card">
        <Steps />
      </Card>
    </div>
  )
}
