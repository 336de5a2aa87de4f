import { z } from 'zod'
import { route } from './route.ts'

const KekId = z.string().min(1).max(500)
const After = z.string().max(100).describe('where a batch begins: `next` of the one before').optional()
const Next = z.string().nullable().describe('where the next batch begins; null after the last')
const limit = (usual: number) => z.int().min(1).max(10_000).default(usual).describe('data keys in this batch')

export const KeysStatus = z
  .object({
    backend: z.enum(['local', 'aws-kms', 'vault-transit']).describe('where new data keys are wrapped'),
    current: z.string().describe('the key-encryption key that wraps them'),
    signer: z.enum(['inline', 'process', 'external']).describe('which process has the keys'),
    keks: z.array(
      z.object({
        id: z.string(),
        rows: z.int().describe('stored data keys that it wraps'),
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
    failed: z.int().describe('changed, of another owner, or under a key that this server does not have'),
  })
  .meta({ id: 'KekReport' })

/** Key-encryption keys: what wallets, credentials and signing keys are sealed under in the end. */
export const keys = {
  status: route({
    method: 'GET',
    path: '/admin/keys',
    auth: 'admin',
    summary: 'Tell which key-encryption keys there are, and what is wrapped under each',
    description: 'Counts of the stored data keys under each key-encryption key. Nothing secret is shown.',
    input: z.object({}),
    output: KeysStatus,
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  rotate: route({
    method: 'POST',
    path: '/admin/keys/rotate',
    auth: 'admin',
    summary: 'Add a key to the keyring and wrap new data keys under it; back the keyring up, then rewrap',
    description: 'Only data keys made from now on are wrapped under the new key. `keys.rewrap` moves the others.',
    input: z
      .object({
        standby: z.boolean().default(false).describe('add it only, for keyrings that have to be copied first'),
        activate: KekId.optional().describe('add none, and make this key of the keyring the current one'),
      })
      .refine(({ standby, activate }) => !standby || activate === undefined, {
        path: ['standby'],
        error: 'does not go with activate',
      }),
    output: z.object({ current: z.string(), added: z.string().optional() }),
    errors: ['kek_not_found', 'keyring_busy', 'keyring_unwritable', 'rotation_elsewhere'],
  }),
  rewrap: route({
    method: 'POST',
    path: '/admin/keys/rewrap',
    auth: 'admin',
    summary: 'Move stored data keys to the current key-encryption key, while everything goes on',
    description:
      'Call it again with `after` set to the `next` of the last answer until `next` is null. It can be interrupted and repeated.',
    input: z.object({ after: After, limit: limit(1000) }),
    output: z.object({
      done: z.int().describe('moved by this call'),
      left: z.int().describe('in all that are still under other keys'),
      failed: z.int().describe('of this batch, which do not open and stay as they are'),
      next: Next,
    }),
    errors: ['kek_not_found', 'key_service_unavailable', 'signer_unavailable'],
  }),
  verify: route({
    method: 'POST',
    path: '/admin/keys/verify',
    auth: 'admin',
    summary: 'Open every stored data key under its key-encryption key, and change nothing',
    description: 'Call it again with `after` set to the `next` of the last answer until `next` is null.',
    input: z.object({ after: After, limit: limit(1000) }),
    output: z.object({ next: Next, total: z.int(), reports: z.array(KekReport) }),
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  retire: route({
    method: 'POST',
    path: '/admin/keys/retire',
    auth: 'admin',
    summary: 'Forget a key-encryption key that wraps nothing any more',
    description: 'Refused while the key still wraps data keys, or is the current one.',
    input: z.object({ id: KekId.describe('such as local:1') }),
    output: z.object({
      id: z.string(),
      isRemovedFromKeyring: z.boolean().describe('otherwise it stays in KMS, Vault or a keyring, to be ended there'),
    }),
    errors: ['kek_in_use', 'kek_not_found', 'keyring_busy', 'keyring_unwritable'],
  }),
}
