import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { DefinitionList } from '@openauth/ui/definition-list'
import { Notice } from '@openauth/ui/notice'
import { PageHeader } from '@openauth/ui/page-header'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import '../../i18n/device-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ChangeFactor, type FactorChange } from './change-factor.tsx'
import { type FactorStatus, hasFactor } from './factor-proof.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import './account.css'
import './second-factor.css'

type Status = FactorStatus

/** Below so many recovery codes the screen warns. */
const FEW_CODES = 3

const Off = ({ hasPasskeys, onSetUp }: { hasPasskeys: boolean; onSetUp: () => void }) => {
  const t = useTranslate()
  return (
    <div className="factor-part">
      <h2 className="factor-title">{t(hasPasskeys ? 'passkeys.noAuthenticator' : 'secondFactor.off')}</h2>
      <p>{t(hasPasskeys ? 'passkeys.noAuthenticatorLead' : 'secondFactor.offLead')}</p>
      <div className="factor-actions">
        <Button variant="primary" onClick={onSetUp}>
          {t('secondFactor.setUp')}
        </Button>
      </div>
    </div>
  )
}

const FewCodes = ({ left }: { left: number }) => {
  const t = useTranslate()
  if (left >= FEW_CODES) return null
  return (
    <Notice tone="warning">
      <p>{left === 0 ? t('secondFactor.noneLeft') : t('secondFactor.fewLeft', { count: left })}</p>
    </Notice>
  )
}

interface ChangeProps {
  status: Status
  onChange: (change: FactorChange) => void
}

const Authenticator = ({ status, onChange }: ChangeProps) => {
  const t = useTranslate()
  if (status.since === null) return null
  return (
    <div className="factor-part">
      <p>
        <Badge tone="success">{t('secondFactor.on')}</Badge>
      </p>
      <DefinitionList items={[{ term: t('secondFactor.since'), value: <Time at={status.since} /> }]} />
      <div className="factor-actions">
        <Button variant="danger" onClick={() => onChange('remove')}>
          {t('secondFactor.remove')}
        </Button>
      </div>
    </div>
  )
}

const Recovery = ({ status, onChange }: ChangeProps) => {
  const t = useTranslate()
  const left = status.recoveryCodesLeft
  return (
    <div className="factor-part">
      <DefinitionList items={[{ term: t('secondFactor.left'), value: left }]} />
      <FewCodes left={left} />
      <div className="factor-actions">
        <Button onClick={() => onChange('renew')}>{t('secondFactor.renew')}</Button>
      </div>
    </div>
  )
}

/** Reads the status again after a change. */
const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.secondFactor.status().queryKey })
}

const Factor = (status: Status) => {
  const t = useTranslate()
  const refresh = useRefresh()
  const [isSettingUp, setSettingUp] = useState(false)
  const [change, setChange] = useState<FactorChange>()
  // They are in no cache, address or storage.
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (recoveryCodes?: readonly string[]) => {
    setSettingUp(false)
    setChange(undefined)
    setCodes(recoveryCodes)
    if (!recoveryCodes && change === 'remove') toast.success(t('secondFactor.removed'))
    void refresh()
  }
  // Another window may have changed it.
  const close = () => {
    setChange(undefined)
    void refresh()
  }
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
  if (isSettingUp) return <SetUpFactor status={status} onConfirmed={finish} onCancel={() => finish()} />
  return (
    <div className="factor-parts">
      {status.since === null && <Off hasPasskeys={status.passkeys > 0} onSetUp={() => setSettingUp(true)} />}
      <Authenticator status={status} onChange={setChange} />
      <Passkeys status={status} onChanged={finish} />
      {hasFactor(status) && <Recovery status={status} onChange={setChange} />}
      {change && <ChangeFactor change={change} status={status} onDone={finish} onClose={close} />}
    </div>
  )
}

/** The second factor of the operator's own sign-ins: an authenticator, and recovery codes for its loss. */
export const OwnSecondFactor = () => {
  const t = useTranslate()
  const status = useQuery(queries.secondFactor.status())
  return (
    <div className="screen account-narrow">
      <title>{`${t('account.secondFactor')} · OpenAuth`}</title>
      <PageHeader title={t('account.secondFactor')} description={t('secondFactor.lead')} />
      <Card>
        <Loaded query={status}>{(shown) => <Factor {...shown} />}</Loaded>
      </Card>
    </div>
  )
}
