import type { Task } from '../task.ts'

export const verifyAudit: Task = {
  name: 'verify',
  summary: 'Verify that no line of the audit trail was changed, removed or added behind the back of the server',
  options: [
    {
      flags: '--head <path>',
      description:
        'the head of an earlier run, which the chain must still have; the present one is kept there if all holds',
    },
    { flags: '--file <path>', description: 'verify an export (ndjson), without a server' },
  ],
  more: `
Keep the file of --head where nobody who can write to the database can write: without it a trail whose newest lines were cut off looks
whole. Exit code 1 if a line does not hold.`,
  examples: [
    'openauth audit verify --head audit-head.json',
    'openauth audit verify --file audit.ndjson --head audit-head.json',
  ],
  load: async () => (await import('../tasks/verify-audit.ts')).verifyAudit,
}

export const exportAudit: Task = {
  name: 'export',
  summary: 'Export the audit trail with what proves it',
  options: [
    { flags: '--app <app>', description: 'id or exact name of an app; default: all' },
    { flags: '--action <action>', description: 'the action or its beginning: user., app.update' },
    {
      flags: '--from <time>',
      description: 'at this time or later: 2026-11-26T09:00:00Z, or milliseconds since the epoch',
    },
    { flags: '--to <time>', description: 'before this time' },
    { flags: '--format <ndjson|csv>', description: 'default: by the ending of --out, else ndjson' },
    { flags: '--out <path>', description: 'the file, which appears when it is complete; default: standard output' },
  ],
  more: `
NDJSON can be verified with openauth audit verify --file. Lines that were not asked for, and lie between one that was and the signature
that proves it, are digests. Lines of the last second may not be chained yet, and are not exported.`,
  examples: [
    'openauth audit export --out audit.ndjson',
    'openauth audit export --app "My app" --from 2026-11-01 --format csv > audit.csv',
  ],
  load: async () => (await import('../tasks/export-audit.ts')).exportAudit,
}
