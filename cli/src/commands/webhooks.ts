import type { Noun } from '../noun.ts'

export const webhooks: Noun = {
  name: 'webhooks',
  group: 'webhooks',
  summary: "Endpoints of partners' servers that are told what happens in an app, and what was sent to them",
  columns: ['id', 'url', 'events', 'enabled', 'disabledBecause', 'failingSince'],
  findId: 'webhooks list',
  verbs: {
    create: { positional: ['url'], reveals: true },
    secret: { reveals: true },
    rotate: { reveals: true },
    deliveries: { columns: ['id', 'type', 'status', 'attempts', 'lastStatus', 'lastError', 'createdAt'] },
  },
  examples: [
    'openauth webhooks create https://partner.example/events --app "My app" --events user.created --events user.deleted',
    'openauth webhooks test <id> --app "My app"',
    'openauth webhooks deliveries <id> --app "My app" --status failed',
    'openauth webhooks replay <id> --app "My app" --from 1767225600000 --status failed',
    'openauth webhooks rotate <id> --app "My app" --overlap-seconds 86400',
    'openauth webhooks update <id> --app "My app" --enabled false',
    'openauth webhooks delete <id> --app "My app" --yes',
  ],
}
