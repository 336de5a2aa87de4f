import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contract, openApiDocument, webhookData, webhookEvents, webhookEventTypes } from '../src/index.ts'

test('the table of events in the documents is what the contract says', async () => {
  const text = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const rows = Object.entries(webhookEvents).map(([type, when]) => `| \`${type}\` | ${when} |`)
  expect(text.match(/^\| `[a-z]+\.[a-z]+` \|.*$/gm)).toEqual(rows)
})

test('the OpenAPI document has the body of each event', () => {
  const { webhooks } = openApiDocument(contract, { version: '1' }) as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  }
  expect(Object.keys(webhooks)).toEqual([...webhookEventTypes, 'webhook.test'])
  for (const type of webhookEventTypes) {
    const { schema } = webhooks[type]!.post.requestBody.content['application/json']!
    const { properties } = schema as { properties: { data: { properties: object } } }
    expect(Object.keys(properties.data.properties)).toEqual(Object.keys(webhookData[type].shape))
  }
})
