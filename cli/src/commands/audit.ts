import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'

export const audit: Noun = {
  name: 'audit',
  group: 'audit',
  summary: 'What was done, by whom and from where',
  columns: [
    'createdAt',
    'action',
    {
      header: 'by',
      value: ({ actor, actorId }: Row) => [actor, actorId].filter((part) => typeof part === 'string').join(' '),
    },
    'targetId',
    'ip',
    'details',
  ],
  examples: ['openauth audit list --action app.update', 'openauth audit list --app "My app" --all --json'],
}
