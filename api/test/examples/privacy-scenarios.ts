import { signInAs } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'

/** Deletions and terms. Behind all others: a call between them would change the made-up ids of all later examples. */
export const privacy = async ({ admin, server, newApp }: ExampleWorld) => {
  const app = await newApp('Privacy')
  const appId = app.id
  const terms = { termsUrl: 'https://example.com/terms', termsVersion: '2026-11' }
  await admin.apps.update({ id: appId, ...terms, deletionGraceSeconds: 1_209_600 })
  const { id, client } = await signInAs(server, appId, 'privacy')
  await client.privacy.terms()
  await client.privacy.acceptTerms({ terms: '2026-11', surface: 'player' })
  await admin.terms.acceptances({ appId, document: 'terms' })
  await admin.terms.ofUser({ appId, id })
  await app.client.appTermsAcceptances.ofUser({ id })
  await client.privacy.deletion()
  await client.privacy.requestDeletion({ acceptsLoss: true })
  await admin.deletions.list({ appId })
  await admin.deletions.get({ appId, id })
  await app.client.appDeletions.list({})
  await client.privacy.cancelDeletion()
  await client.privacy.requestDeletion({ acceptsLoss: true })
  await admin.deletions.cancel({ appId, id })
}
