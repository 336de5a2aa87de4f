import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../src/webhook-receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

const send = async (id: string, at = new Date(), body = '{"type":"user.login"}') => {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return (await fetch(receiver.url, { method: 'POST', body, headers })).status
}
const post = (path: string, fields: Record<string, string>) =>
  fetch(new URL(path, receiver.url), { method: 'POST', body: new URLSearchParams(fields) })

test('an event is verified once its secret is known, and repetitions and old ones are told', async () => {
  await send('one')
  expect(await (await post('/secret', { secret })).text()).toContain('1 events')
  await send('two')
  await send('two')
  await send('old', new Date(Date.now() - 3_600_000))
  expect(receiver.events.map(({ id, verdict, repetition }) => `${id} ${verdict} ${repetition}`)).toEqual([
    'old Message timestamp too old 0',
    'two verified 1',
    'two verified 0',
    'one no secret is known 0',
  ])
})

test('a secret that is none is refused, and bodies are shown as text', async () => {
  expect((await post('/secret', { secret: 'whsec_!' })).status).toBe(400)
  await send('markup', new Date(), '{"type":"<script>alert(1)</script>"}')
  const shown = await (await fetch(receiver.url)).text()
  expect(shown).toContain('&lt;script&gt;')
  expect(shown).not.toContain('<script>')
})

test('it answers with the status that was set', async () => {
  await post('/status', { status: '503' })
  expect(await send('refused')).toBe(503)
  await post('/status', { status: '204' })
  expect(await send('taken')).toBe(204)
})
