import { expect, test } from 'vitest'
import { ProviderUnavailableError } from '../provider-errors.ts'
import { getChatMember } from './get-chat-member.ts'

const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
const ask = (outbound: (url: string | URL) => Promise<Response>, more: Partial<{ token: string; chat: string }> = {}) =>
  getChatMember(outbound, 'https://api.telegram.org', { token, chat: '@chat', userId: '7', ...more })

test.each<[string, () => Promise<Response>]>([
  [
    'an outage',
    async () => Promise.reject(new ProviderUnavailableError(`https://api.telegram.org/bot${token}/ failed`)),
  ],
  ['a fault of the platform', async () => Promise.reject(new TypeError(`https://api.telegram.org/bot${token}/`))],
  ['an answer that is not JSON', async () => new Response(`<html>${token}</html>`)],
  ['an answer of another form', async () => Response.json({ ok: true, result: token })],
])('%s does not tell the token', async (_, outbound) => {
  const error = await ask(outbound).catch((reason: unknown) => reason as Error)
  expect(error).toBeInstanceOf(ProviderUnavailableError)
  expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause ?? null])).not.toContain(token)
})

test('a text that is no token changes no path', async () => {
  const asked: string[] = []
  const outbound = async (url: string | URL) => {
    asked.push(String(url))
    return Response.json({ ok: true, result: { status: 'creator' } })
  }
  expect(await ask(outbound, { token: '1:x/../../evil?' })).toBe('token')
  expect(asked).toEqual([])
})

test.each([
  [{ status: 'administrator-of-nothing' }, 'stranger'],
  [{ status: 'restricted' }, 'stranger'],
  [{ status: 'restricted', is_member: true }, 'member'],
])('%j is %s', async (result, membership) => {
  expect(await ask(async () => Response.json({ ok: true, result }))).toBe(membership)
})
