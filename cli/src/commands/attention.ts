import type { Noun } from '../noun.ts'

export const attention: Noun = {
  name: 'attention',
  group: 'attention',
  summary: "What needs an operator's attention",
  verbs: { list: { isDefault: true } },
  columns: ['severity', 'code', 'appId', 'subject', 'data'],
  examples: ['openauth attention', 'openauth attention --json'],
}
