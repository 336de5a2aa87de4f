import type { Noun } from '../noun.ts'

export const attention: Noun = {
  name: 'attention',
  group: 'attention',
  summary: "What needs an operator's attention",
  columns: ['severity', 'code', 'appId', 'subject', 'data'],
  examples: ['openauth attention list', 'openauth attention list --json'],
}
