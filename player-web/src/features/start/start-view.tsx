import { Button } from '@openauth/ui/button'
import type { ReactNode } from 'react'
import './start.css'
import { Command } from '../../components/command.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import type { StartState } from './state.ts'

interface Props {
  state: StartState
  busy: boolean
  onRetry: () => void
  /** The address of the operators' console, where the server shows it to this browser. */
  consoleUrl?: string | undefined
}

/** The other way than a terminal. */
const InConsole = ({ consoleUrl }: Pick<Props, 'consoleUrl'>) =>
  consoleUrl && (
    <p className="lead">
      This server has no app yet. Operators: <a href={consoleUrl}>open the console</a>, or use a terminal.
    </p>
  )

const Retry = ({ label, busy, onRetry }: { label: string } & Pick<Props, 'busy' | 'onRetry'>) => (
  <Button variant="primary" loading={busy} onClick={onRetry}>
    {label}
  </Button>
)

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="step">
    <h2>{title}</h2>
    {children}
  </li>
)

const Loading = () => (
  <>
    <h1>One moment</h1>
    <p className="lead">Asking the server how it is set up.</p>
    <div className="pulse" />
  </>
)

/** Players see this too, in their language; the details are for the operator. */
const Failed = ({ reason, busy, onRetry }: { reason: string } & Pick<Props, 'busy' | 'onRetry'>) => {
  const t = useTranslate()
  return (
    <>
      <h1>{t('state.unreachable')}</h1>
      <p className="lead">{t('state.unreachableHint')}</p>
      <Retry label={t('state.retry')} busy={busy} onRetry={onRetry} />
      <p className="note">{reason}</p>
    </>
  )
}

const FirstAdmin = ({ busy, onRetry, consoleUrl }: Omit<Props, 'state'>) => (
  <>
    <h1>The server runs. Now it needs an admin.</h1>
    <InConsole consoleUrl={consoleUrl} />
    <p className="lead">
      Whoever sets it up first is its admin, so do it now. Open a terminal in the OpenAuth folder and run:
    </p>
    <Command>npx openauth setup</Command>
    <p className="note">
      It asks for a user name and a password, and on another machine for the set-up code that the server printed when it
      started. Then come back to this page.
    </p>
    <Retry label="I have done this" busy={busy} onRetry={onRetry} />
  </>
)

const FirstApp = ({ busy, onRetry, consoleUrl }: Omit<Props, 'state'>) => (
  <>
    <h1>The server is set up</h1>
    <InConsole consoleUrl={consoleUrl} />
    <p className="lead">Logins and wallets belong to an app: your site or your game. Two steps to yours.</p>
    <ol className="steps">
      <Step title="Create an app">
        <p>In a terminal in the OpenAuth folder, with a name of your choice:</p>
        <Command>npx openauth apps create --name "My app"</Command>
      </Step>
      <Step title="Let people in">
        <p>
          Come back: this page is then what its players see. Your own site calls this server over HTTP; the{' '}
          <a href="/docs">API reference</a> has every call, and lets you try it.
        </p>
        <Retry label="I have done this" busy={busy} onRetry={onRetry} />
      </Step>
    </ol>
  </>
)

const contentOf = ({ state, ...rest }: Props): ReactNode => {
  const { busy, onRetry } = rest
  switch (state.kind) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <Failed reason={state.reason} busy={busy} onRetry={onRetry} />
    case 'new':
      return <FirstAdmin {...rest} />
    case 'initialized':
      return <FirstApp {...rest} />
  }
}

/** The start page in each of its states. */
export const StartView = (props: Props) => (
  <section className="start" aria-live="polite" aria-busy={props.busy}>
    {contentOf(props)}
  </section>
)
