import type { Noun } from '../noun.ts'

export const signingKeys: Noun = {
  name: 'signing-keys',
  group: 'signingKeys',
  summary: 'The keys that sign session tokens',
  columns: ['kid', 'status', 'createdAt', 'activeAt'],
  examples: ['openauth signing-keys list', 'openauth signing-keys rotate --overlap-seconds 3600 --yes'],
}
