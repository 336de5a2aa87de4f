import type { App, PlayerConfig } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { classNames } from '@openauth/ui/class-names'
import { Copyable } from '@openauth/ui/copyable'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { queries, serverQuery } from '../../../api/queries.ts'
import { ExternalLink } from '../../../components/external-link.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { type Translate, useTranslate } from '../../../i18n/i18n.ts'
import { enabledMethods, methodTitle } from '../../../lib/login-methods.ts'
import './first-steps.css'

interface Step {
  title: string
  isDone: boolean
  text: ReactNode
  /** The screen where it is done. */
  to?: { path: string; label: string }
}

const methodsStep = (app: App, t: Translate): Step => {
  const methods = enabledMethods(app).map((method) => methodTitle(method, t))
  return {
    title: t('appOverview.methods'),
    isDone: methods.length > 0,
    text:
      methods.length > 0 ? t('appOverview.methodsOn', { methods: methods.join(', ') }) : t('appOverview.methodsLead'),
    to: { path: `/apps/${app.id}/login-methods`, label: t('login-methods.title') },
  }
}

const brandStep = ({ id, brand: { texts, ...brand } }: App, t: Translate): Step => {
  const isDone = Object.keys(texts).length > 0 || Object.values(brand).some((value) => value !== null)
  return {
    title: t('appOverview.brand'),
    isDone,
    text: t(isDone ? 'appOverview.brandSet' : 'appOverview.brandLead'),
    to: { path: `/apps/${id}/branding`, label: t('branding.title') },
  }
}

const inviteStep = (address: string, t: Translate): Step => ({
  title: t('appOverview.invite'),
  isDone: false,
  text: (
    <>
      {t('appOverview.inviteLead')}
      <span className="first-address">
        <Copyable value={address} name={t('appOverview.playersAddress')} truncate={false} />
        <ExternalLink href={address}>{t('appOverview.open')}</ExternalLink>
      </span>
    </>
  ),
})

const ownSiteStep = ({ id, redirectOrigins }: App, t: Translate): Step => ({
  title: t('appOverview.ownSite'),
  isDone: redirectOrigins.length > 0,
  text:
    redirectOrigins.length > 0
      ? t('appOverview.ownSiteAllowed', { origins: redirectOrigins.join(', ') })
      : t('appOverview.ownSiteLead'),
  to: { path: `/apps/${id}/settings`, label: t('appSettings.title') },
})

/** What is left to do until users log in: at the players' front end if this app is the one it shows, else on a site of its own. */
const stepsOf = (app: App, player: PlayerConfig, address: string, t: Translate): Step[] => [
  methodsStep(app, t),
  ...(player.app?.id === app.id ? [brandStep(app, t), inviteStep(address, t)] : [ownSiteStep(app, t)]),
]

const StepLine = ({ step: { title, isDone, text, to }, number, isNext }: StepProps) => {
  const t = useTranslate()
  return (
    <li className={classNames('first-step', isDone && 'first-step-done')} aria-current={isNext ? 'step' : undefined}>
      <span className="first-mark">
        {isDone ? <CircleCheck size={20} aria-hidden="true" /> : number}
        {isDone && <span className="ui-hidden">{t('appOverview.done')}</span>}
      </span>
      <div>
        <h3>{title}</h3>
        <div className="first-text" dir="auto">
          {text}
        </div>
      </div>
      {to && (
        <Link className={buttonClass({ variant: isNext ? 'primary' : 'secondary' })} to={to.path}>
          {to.label}
        </Link>
      )}
    </li>
  )
}

interface StepProps {
  step: Step
  /** From 1. */
  number: number
  /** The first one that is not done. */
  isNext: boolean
}

const Steps = ({ steps }: { steps: readonly Step[] }) => {
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Card isFlush>
      <ol className="first-steps">
        {steps.map((step, at) => (
          <StepLine key={step.title} step={step} number={at + 1} isNext={at === next} />
        ))}
      </ol>
    </Card>
  )
}

/** In place of figures and charts while nobody has logged in to an app: what is left to do until somebody can. */
export const FirstSteps = ({ app }: { app: App }) => {
  const t = useTranslate()
  const player = useQuery(queries.player.config())
  const server = useQuery(serverQuery)
  return (
    <Section title={t('appOverview.firstSteps')} description={t('appOverview.firstStepsLead')}>
      <Loaded query={player}>
        {(config) => <Steps steps={stepsOf(app, config, `${server.data?.address ?? ''}/`, t)} />}
      </Loaded>
    </Section>
  )
}
