import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'

export const audit: Noun = {
  name: 'audit',
  group: 'audit',
  summary: 'What was done, by whom and from where',
  verbs: { list: { positional: ['q'] }, verify: { name: 'verify-batch' } },
  columns: [
    'createdAt',
    'action',
    {
      header: 'by',
      value: ({ actor, actorId, actorName }: Row) =>
        [actor, actorName ?? actorId].filter((part) => typeof part === 'string').join(' '),
    },
    { header: 'target', value: ({ targetId, targetName }: Row) => targetName ?? targetId },
    'ip',
    'details',
    {
      header: 'restored',
      value: ({ restoredAt }: Row, time) => (typeof restoredAt === 'number' ? time(restoredAt) : undefined),
      isOptional: true,
    },
  ],
  examples: [
    'openauth audit list alice --from 1767225600000',
    'openauth audit list --action app.update',
    'openauth audit list --app "My app" --all --json',
    'openauth audit verify --head audit-head.json',
    'openauth audit export --out audit.ndjson',
  ],
}
