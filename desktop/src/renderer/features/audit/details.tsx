import { Button } from '@openauth/ui/button'
import { Copyable } from '@openauth/ui/copyable'
import { DefinitionList, type Definition } from '@openauth/ui/definition-list'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import type { FilterValues } from '../../components/filter-menu.tsx'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { type AuditEvent, type Detail, detailsOf, detailText } from './events.ts'
import { fieldLabel, fieldNames } from './field-labels.ts'
import { actorText, Sentence } from './sentence.tsx'

interface Props {
  event: AuditEvent | undefined
  onClose: () => void
  onFilter: (values: FilterValues) => void
}

/** What was recorded of one thing; where both are known, the value before and the one after. */
const Recorded = ({ detail: { name, value, change } }: { detail: Detail }) => {
  const t = useTranslate()
  const text = (one: unknown): string => {
    if (typeof one === 'boolean') return t(one ? 'appSettings.on' : 'appSettings.off')
    return name === 'given' ? fieldNames(one, t) : detailText(one)
  }
  if (!change) return <span dir="auto">{text(value)}</span>
  return (
    <span className="audit-change">
      <del dir="auto">{text(change.before)}</del> → <ins dir="auto">{text(change.after)}</ins>
    </span>
  )
}

const id = (value: string | null, name: string) => value && <Copyable value={value} name={name} truncate={[8, 8]} />

const factsOf = (event: AuditEvent, t: Translate): Definition[] => [
  { term: t('audit.time'), value: <Time at={event.createdAt} isExact /> },
  { term: t('audit.action'), value: <code>{event.action}</code> },
  { term: t('audit.actor'), value: <span dir="auto">{actorText(event, t)}</span> },
  { term: t('audit.actorId'), value: id(event.actorId, t('audit.actorId')) },
  { term: t('audit.targetId'), value: id(event.targetId, t('audit.targetId')) },
  { term: t('audit.app'), value: event.appId && <span dir="auto">{event.appName ?? event.appId}</span> },
  { term: t('audit.ip'), value: event.ip },
  { term: t('audit.eventId'), value: id(event.id, t('audit.eventId')) },
  { term: t('audit.seq'), value: event.seq ?? t('audit.notChained') },
  ...(event.restoredAt === null
    ? []
    : [
        {
          term: t('audit.restoredAt'),
          value: (
            <>
              <Time at={event.restoredAt} isExact /> {t('audit.restoredLead')}
            </>
          ),
        },
      ]),
]

const Filters = ({ event, onFilter }: { event: AuditEvent; onFilter: Props['onFilter'] }) => {
  const t = useTranslate()
  const { actor, actorId, targetId } = event
  return (
    <>
      {actorId !== null && (
        <Button size="small" onClick={() => onFilter({ actor, actorId })}>
          {t('audit.eventsOfActor')}
        </Button>
      )}
      {targetId !== null && (
        <Button size="small" onClick={() => onFilter({ targetId })}>
          {t('audit.eventsOfObject')}
        </Button>
      )}
    </>
  )
}

/** All that was recorded of an event. */
export const EventDetails = ({ event, onClose, onFilter }: Props) => {
  const t = useTranslate()
  if (!event) return null
  const details = detailsOf(event.details).map((detail) => ({
    term: fieldLabel(detail.name, t, event.action),
    value: <Recorded detail={detail} />,
  }))
  return (
    <SidePanel
      open
      onClose={onClose}
      title={<Sentence event={event} />}
      footer={<Filters event={event} onFilter={onFilter} />}
    >
      <DefinitionList items={factsOf(event, t)} />
      <Section title={t('audit.details')}>
        {details.length > 0 ? <DefinitionList items={details} /> : <p>{t('audit.noDetails')}</p>}
      </Section>
    </SidePanel>
  )
}
