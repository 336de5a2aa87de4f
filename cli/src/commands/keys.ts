import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'

const afterRotation = (answer: Row): string => {
  const { added, current } = answer as { added?: string; current: string }
  if (added === undefined) return `New data keys are wrapped under ${current}. Next: openauth keys rewrap`
  const backup = 'Back up the keyring file now, apart from the database: without it no sealed data can be opened.'
  return added === current
    ? `${backup} Next: openauth keys rewrap`
    : `${backup} Copy it to every server, then: openauth keys rotate --activate ${added}`
}

export const keys: Noun = {
  name: 'keys',
  group: 'keys',
  summary: 'The key-encryption keys (KEKs), which wrap the data keys of wallets and credentials',
  verbs: {
    status: { table: 'keks', columns: ['id', 'rows', 'isCurrent', 'opens'] },
    rotate: { next: afterRotation },
    rewrap: { cursorBatches: 'rewrap' },
    verify: { cursorBatches: 'verify', columns: ['kekId', 'opened', 'failed'] },
    retire: { positional: ['id'] },
  },
  examples: [
    'openauth keys status',
    'openauth keys rotate --yes',
    'openauth keys rewrap',
    'openauth keys verify',
    'openauth keys retire local:1 --yes',
  ],
}
