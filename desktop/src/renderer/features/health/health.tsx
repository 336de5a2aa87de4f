import type { Client } from '@openauth/client'
import { networkFacts } from '@openauth/client'
import { Badge, Status } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { PageHeader } from '@openauth/ui/page-header'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { queries } from '../../api/queries.ts'
import { CardGrid } from '../../components/card-grid.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import './health.css'

type Health = Awaited<ReturnType<Client['health']['show']>>
type Node = Health['nodes'][number]

/** How often the screen asks; the server checks its parts every five seconds at most. Milliseconds. */
const REFRESH = 15_000
const MEGABYTE = 1024 * 1024

const overall = {
  ok: { tone: 'success', word: 'health.ok' },
  degraded: { tone: 'warning', word: 'health.degraded' },
  failing: { tone: 'danger', word: 'health.failing' },
} as const satisfies Record<Health['status'], { tone: string; word: MessageId }>

const mailWords = {
  smtp: 'health.mailSmtp',
  folder: 'health.mailFolder',
  none: 'health.mailNone',
} as const satisfies Record<Health['mail'], MessageId>

const signerWords = {
  inline: 'health.signerInline',
  process: 'health.signerProcess',
  external: 'health.signerExternal',
} as const satisfies Record<Health['signer']['kind'], MessageId>

interface Answer {
  latencyMs: number | null
  error: string | null
}

/** Whether a part answers, and how fast. */
const Answers = ({ answer: { latencyMs, error }, t }: { answer: Answer; t: Translate }) => {
  if (error !== null) return <Status tone="danger">{t('health.noAnswer')}</Status>
  if (latencyMs === null) return <Status tone="neutral">{t('health.notAsked')}</Status>
  return <Status tone="success">{t('health.answers', { ms: Math.round(latencyMs * 10) / 10 })}</Status>
}

const Part = ({ title, state, children }: { title: string; state: ReactNode; children: ReactNode }) => (
  <Card className="health-part">
    <h2>{title}</h2>
    {state}
    <div className="health-note">{children}</div>
  </Card>
)

interface PartProps {
  health: Health
  t: Translate
}

const DatabasePart = ({ health: { database }, t }: PartProps) => {
  const { inUse, idle, waiting, max } = database.connections
  return (
    <Part title={t('health.database')} state={<Answers answer={database} t={t} />}>
      {database.error ?? (
        <>
          {t(database.kind === 'embedded' ? 'health.embedded' : 'health.external')}
          {database.version && ` · PostgreSQL ${database.version}`}
          <br />
          {t('health.connections', { inUse, idle, waiting, max })}
        </>
      )}
    </Part>
  )
}

const RedisPart = ({ health: { redis }, t }: PartProps) => (
  <Part
    title="Redis"
    state={
      <Status tone={redis === null ? 'neutral' : redis.reachable ? 'success' : 'danger'}>
        {t(redis === null ? 'health.notUsed' : redis.reachable ? 'health.reachable' : 'health.noAnswer')}
      </Status>
    }
  >
    {t(redis === null ? 'health.redisNone' : 'health.redisUse')}
  </Part>
)

const MailPart = ({ health: { mail }, t }: PartProps) => (
  <Part
    title={t('health.mail')}
    state={
      <Status tone={mail === 'none' ? 'warning' : 'success'}>
        {t(mail === 'none' ? 'health.notSetUp' : 'health.setUp')}
      </Status>
    }
  >
    {t(mailWords[mail])}
  </Part>
)

const Parts = ({ health, t }: PartProps) => {
  const { signer } = health
  return (
    <CardGrid minWidth="13rem">
      <DatabasePart health={health} t={t} />
      <Part title={t('health.signer')} state={<Answers answer={signer} t={t} />}>
        {signer.error ?? t(signerWords[signer.kind])}
      </Part>
      <RedisPart health={health} t={t} />
      <MailPart health={health} t={t} />
    </CardGrid>
  )
}

const LastAnswer = ({ node: { lastAnswerAt }, t }: { node: Node; t: Translate }) => (
  <span className="health-note">
    {t('health.lastAnswer')}: {lastAnswerAt === null ? t('health.never') : <Time at={lastAnswerAt} />}
  </span>
)

const Nodes = ({ nodes, t }: { nodes: Node[]; t: Translate }) => (
  <Card isFlush>
    {nodes.length === 0 ? (
      <EmptyState title={t('health.noNodes')} reason={t('health.noNodesReason')} />
    ) : (
      <ul className="health-nodes" aria-label={t('health.nodes')}>
        {nodes.map((node) => (
          <li key={`${node.network} ${node.host}`}>
            <strong>{networkFacts[node.network].title}</strong>
            <code>{node.host}</code>
            <Answers answer={node} t={t} />
            <LastAnswer node={node} t={t} />
            {node.error !== null && <p className="health-error">{node.error}</p>}
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const Process = ({ health, t }: { health: Health; t: Translate }) => {
  const { version, nodeVersion, startedAt, memory, requests } = health
  const megabytes = (bytes: number) => t('health.megabytes', { count: Math.round(bytes / MEGABYTE) })
  return (
    <DefinitionList
      items={[
        { term: t('health.version'), value: version },
        { term: 'Node.js', value: nodeVersion },
        { term: t('health.started'), value: <Time at={startedAt} /> },
        { term: t('health.memory'), value: megabytes(memory.resident) },
        { term: t('health.heap'), value: megabytes(memory.heapUsed) },
        { term: t('health.requests'), value: t('health.requestCounts', { ...requests }) },
      ]}
    />
  )
}

const Settings = ({ names, t }: { names: readonly string[]; t: Translate }) =>
  names.length === 0 ? (
    <p>{t('health.noSettings')}</p>
  ) : (
    <p className="health-settings">
      {names.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </p>
  )

/** Whether the server and all that it depends on answer. */
export const ServerHealth = () => {
  const t = useTranslate()
  const health = useQuery({ ...queries.health.show(), refetchInterval: REFRESH })
  const state = health.data && overall[health.data.status]
  return (
    <div className="screen">
      <title>{`${t('health.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('health.title')}
        mark={state && <Badge tone={state.tone}>{t(state.word)}</Badge>}
        description={t('health.lead')}
        actions={
          <Button icon={<RefreshCw size={14} />} loading={health.isFetching} onClick={() => void health.refetch()}>
            {t('health.refresh')}
          </Button>
        }
      />
      <Loaded query={health} lines={8}>
        {(data) => (
          <>
            <Parts health={data} t={t} />
            <Section title={t('health.nodes')}>
              <Nodes nodes={data.nodes} t={t} />
            </Section>
            <Section title={t('health.process')}>
              <Process health={data} t={t} />
            </Section>
            <Section title={t('health.settings')} description={t('health.settingsLead')}>
              <Settings names={data.settings} t={t} />
            </Section>
          </>
        )}
      </Loaded>
    </div>
  )
}
