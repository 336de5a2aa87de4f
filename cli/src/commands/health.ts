import type { Noun } from '../noun.ts'

export const health: Noun = {
  name: 'health',
  group: 'health',
  summary: 'Whether the server and what it depends on answer',
  verbs: {
    show: { isDefault: true, table: 'nodes', columns: ['network', 'host', 'latencyMs', 'lastAnswerAt', 'error'] },
  },
  examples: ['openauth health', 'openauth health --json'],
}

export const jobs: Noun = {
  name: 'jobs',
  group: 'jobs',
  summary: 'Background jobs',
  verbs: { list: { table: 'failed', columns: ['kind', 'id', 'failedAt', 'attempts', 'error'] } },
  examples: ['openauth jobs list', 'openauth jobs retry <kind> <id>'],
}
