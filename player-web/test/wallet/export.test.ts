import { ApiError } from '@openauth/client'
import { expect, test } from 'vitest'
import { explorerHref } from '../../src/features/wallet/explorer-link.tsx'
import { reauthenticationMethods } from '../../src/features/wallet/export/reauthentication-methods.ts'
import { afterRefusal } from '../../src/features/wallet/export/use-private-key.ts'

const nobody = { username: null, email: null, telegram: null }

test.each([
  [{ ...nobody, username: 'ann' }, undefined, ['password', 'login']],
  [{ ...nobody, email: 'a@b.c' }, undefined, ['email', 'login']],
  [{ username: 'ann', email: 'a@b.c', telegram: '5' }, 'init', ['password', 'email', 'telegram', 'login']],
  [{ ...nobody, telegram: '5' }, 'init', ['telegram', 'login']],
  [{ ...nobody, telegram: '5' }, undefined, ['login']],
  [nobody, 'init', ['login']],
])('the reauthentication methods of %o with init data %s are %o', (profile, initData, methods) =>
  expect(reauthenticationMethods(profile, initData)).toEqual(methods),
)

test('each error leads to the step that resolves it', () => {
  const refusal = (code: string) => new ApiError(403, { code, message: code })
  expect(afterRefusal('hidden', refusal('reauthentication_required'))).toEqual({ step: 'proof', error: null })
  expect(afterRefusal('proof', refusal('export_disabled'))).toEqual({ step: 'disabled' })
  const wrong = refusal('incorrect_password')
  expect(afterRefusal('proof', wrong)).toEqual({ step: 'proof', error: wrong })
  expect(afterRefusal('hidden', wrong)).toEqual({ step: 'hidden', error: wrong })
  expect(afterRefusal('shown', 'odd')).toMatchObject({ step: 'hidden', error: { message: 'odd' } })
})

test('explorer links are web addresses, with the signature as one encoded path segment', () => {
  const template = 'https://explorer.example/tx/{signature}?cluster=devnet'
  expect(explorerHref(template, 'a/b?c$&')).toBe('https://explorer.example/tx/a%2Fb%3Fc%24%26?cluster=devnet')
  expect(explorerHref('javascript:alert({signature})', '1')).toBeUndefined()
  expect(explorerHref('/tx/{signature}', '1')).toBeUndefined()
})
