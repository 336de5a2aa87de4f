import * as z from 'zod'
import * as endpoints from './endpoints/keys.ts'
import { route } from './route.ts'

const KekId = z.string().min(1).max(500)
const After = z.string().max(100).describe('the start of the batch: `next` of the previous answer').optional()
const Next = z.string().nullable().describe('the start of the next batch; null after the last')
const limit = (defaultLimit: number) =>
  z.int().min(1).max(10_000).default(defaultLimit).describe('data keys in this batch')

export const KeysStatus = z
  .object({
    backend: z.enum(['local', 'aws-kms', 'vault-transit']).describe('the service that wraps new data keys'),
    current: z.string().describe('the key-encryption key that wraps new data keys'),
    signer: z.enum(['inline', 'process', 'external']).describe('the process that holds the keys'),
    keks: z.array(
      z.object({
        id: z.string(),
        rows: z.int().describe('number of stored data keys that it wraps'),
        isCurrent: z.boolean(),
        opens: z.boolean().describe('whether this server has it'),
      }),
    ),
  })
  .meta({ id: 'KeysStatus' })

const KekReport = z
  .object({
    kekId: z.string(),
    opened: z.int(),
    failed: z.int().describe('modified, of another owner, or wrapped under a key that this server does not have'),
  })
  .meta({ id: 'KekReport' })

/** Key-encryption keys, which wrap the data keys of wallets, credentials and signing keys. */
export const keys = {
  status: route(endpoints.keys.status, {
    summary: 'List the key-encryption keys and count the data keys under each',
    description: 'The answer contains no secret.',
    input: z.object({}),
    output: KeysStatus,
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  rotate: route(endpoints.keys.rotate, {
    summary: 'Add a key to the keyring and wrap new data keys under it; back the keyring up, then rewrap',
    description: 'The new key wraps new data keys only. `keys.rewrap` rewraps the existing ones.',
    input: z
      .object({
        standby: z
          .boolean()
          .default(false)
          .describe('only add the key, without using it, so that the keyring can be copied to other servers first'),
        activate: KekId.optional().describe('add no key, and make this key of the keyring the current one'),
      })
      .refine(({ standby, activate }) => !standby || activate === undefined, {
        path: ['standby'],
        error: 'cannot be combined with activate',
      }),
    output: z.object({ current: z.string(), added: z.string().optional() }),
    errors: ['kek_not_found', 'keyring_busy', 'keyring_unwritable', 'rotation_elsewhere'],
  }),
  rewrap: route(endpoints.keys.rewrap, {
    summary: 'Rewrap stored data keys under the current key-encryption key; the server stays in service',
    description:
      'Call it again with `after` set to the `next` of the last answer until `next` is null. It can be interrupted and repeated.',
    input: z.object({ after: After, limit: limit(1000) }),
    output: z.object({
      done: z.int().describe('data keys rewrapped by this call'),
      left: z.int().describe('data keys still under other keys'),
      failed: z.int().describe('data keys of this batch that do not open and stay unchanged'),
      next: Next,
    }),
    errors: ['kek_not_found', 'key_service_unavailable', 'signer_unavailable'],
  }),
  verify: route(endpoints.keys.verify, {
    summary: 'Check that every stored data key opens; changes nothing',
    description: 'Call it again with `after` set to the `next` of the last answer until `next` is null.',
    input: z.object({ after: After, limit: limit(1000) }),
    output: z.object({ next: Next, total: z.int(), reports: z.array(KekReport) }),
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  retire: route(endpoints.keys.retire, {
    summary: 'Retire a key-encryption key that wraps no data key',
    description: 'Refused while the key still wraps data keys, or is the current one.',
    input: z.object({ id: KekId.describe('such as local:1') }),
    output: z.object({
      id: z.string(),
      isRemovedFromKeyring: z
        .boolean()
        .describe('false: the key stays in KMS, Vault or a keyring and must be removed there'),
    }),
    errors: ['kek_in_use', 'kek_not_found', 'keyring_busy', 'keyring_unwritable'],
  }),
}
