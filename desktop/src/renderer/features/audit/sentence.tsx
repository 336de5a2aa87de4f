import { truncateMiddle } from '@openauth/ui/truncate'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import { richText } from '../../lib/rich-text.tsx'
import { type AuditEvent, detailsOf, detailText } from './events.ts'
import { fieldNames } from './field-labels.ts'
import { addressOf, hasSentence, keyOf, objectKind } from './sentences.ts'

const Name = ({ to, children }: { to: string | undefined; children: string }) =>
  to ? (
    <Link className="audit-name" to={to} dir="auto">
      {children}
    </Link>
  ) : (
    <b className="audit-name" dir="auto">
      {children}
    </b>
  )

const short = (id: string): string => (id.length > 16 ? truncateMiddle(id, 8, 4) : id)

/** Who did it. */
export const actorText = ({ actor, actorName, actorId }: AuditEvent, t: Translate): string => {
  if (actor === 'server') return t('audit.theServer')
  return actorName ?? (actorId ? short(actorId) : t('audit.someone'))
}

const detailNames = ['name', 'username', 'symbol', 'title', 'url'] as const

/** What it was done to: its name now, else its name in the details, else its id. */
export const objectText = ({ targetName, targetId, details }: AuditEvent, t: Translate): string => {
  const named = detailNames.map((name) => details[name]).find((value) => typeof value === 'string')
  return targetName ?? named ?? (targetId ? short(targetId) : t('audit.something'))
}

const listText = (value: unknown): ReactNode => <span dir="auto">{detailText(value)}</span>

/** An event as a sentence with its actor, object and app as links. An action that has no sentence shows its own name. */
export const Sentence = ({ event }: { event: AuditEvent }) => {
  const t = useTranslate()
  const { action, actor, actorId, appId, appName, targetId, details } = event
  const kind = actor === 'app' || actor === 'admin' || actor === 'user' ? actor : 'other'
  const nodes = {
    actor: <Name to={addressOf(kind, actorId, appId)}>{actorText(event, t)}</Name>,
    object: <Name to={addressOf(objectKind(event), targetId, appId)}>{objectText(event, t)}</Name>,
    app: <Name to={addressOf('app', appId, appId)}>{appName ?? (appId ? short(appId) : t('audit.something'))}</Name>,
    fields: (
      <span dir="auto">{fieldNames(details['changed'] ?? detailsOf(details).map(({ name }) => name), t, action)}</span>
    ),
    method: listText(details['method'] ?? details['kind']),
    origin: listText(details['origin']),
    created: listText(details['created']),
    count: listText(details['ended'] ?? details['done']),
    network: listText(details['network']),
    rings: listText(details['rings']),
    from: listText(details['from']),
    to: listText(details['to']),
  }
  return hasSentence(action) ? (
    richText((values) => t(`audit.did_${keyOf(action)}` as MessageId, values), nodes)
  ) : (
    <>
      {nodes.actor} <code>{action}</code> {targetId !== null && nodes.object}
    </>
  )
}
