import type { CursorMeta } from '@openauth/client'
import { describe, expect, test, vi } from 'vitest'
import { readAllPages } from '../src/renderer/components/csv-export.tsx'
import { cursorPages } from '../src/renderer/components/cursor-pages.tsx'
import { deviceOf } from '../src/renderer/lib/device.ts'
import { placeText } from '../src/renderer/lib/place.ts'
import { filtersOf, findInput, startOfDay } from '../src/renderer/features/users/filters.ts'
import { emailOf, type Named, typedNameOf, userName } from '../src/renderer/lib/user-name.ts'
import { changedParams, type ListAddress, pageOf } from '../src/renderer/lib/list-address.ts'

const params = (text: string) => new URLSearchParams(text)
const first = { cursor: undefined, limit: 25 }

describe('an address of a list', () => {
  test('becomes the input of the call, with whole days of the operator’s time zone', () => {
    const input = findInput(
      params('q=ada&state=disabled&registeredFrom=2026-03-01&registeredTo=2026-03-01'),
      'app',
      first,
    )
    expect(input).toEqual({
      q: 'ada',
      state: 'disabled',
      appId: 'app',
      sortBy: 'createdAt',
      order: 'desc',
      limit: 25,
      createdFrom: new Date(2026, 2, 1).getTime(),
      createdTo: new Date(2026, 2, 2).getTime(),
    })
  })

  test.each([
    'state=asleep',
    'method=fax',
    'registeredFrom=yesterday',
    'seenTo=0001-01-01',
    'sort=passwordHash',
    'limit=1e9',
  ])('that nobody could have chosen is as without it: %s', (text) =>
    expect(findInput(params(text), undefined, pageOf(params(text)))).toEqual(findInput(params(''), undefined, first)),
  )

  test('goes back to the first page when a filter changes, and keeps the rest', () => {
    const changed = changedParams(params('q=a&cursor=x&before=25&limit=50'), { q: 'b', method: 'google' })
    expect(Object.fromEntries(changed)).toEqual({ q: 'b', method: 'google', limit: '50' })
    expect(filtersOf(changed)).toEqual({ q: 'b', method: 'google' })
  })

  test('knows days only', () => {
    expect(startOfDay('2026-1-1')).toBeUndefined()
    expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).getTime())
  })
})

describe('pages by cursors', () => {
  const meta: CursorMeta = {
    totalItems: 60,
    totalPages: 3,
    totalIsCapped: false,
    nextCursor: 'next',
    previousCursor: 'previous',
    lastCursor: 'last',
  }
  const at = (before: number, more: Partial<CursorMeta> = {}) => {
    const turn = vi.fn<ListAddress['turn']>()
    const page = { cursor: before ? 'here' : undefined, before, limit: 25 }
    return { turn, pages: cursorPages({ page, turn, resize: () => {} }, { ...meta, ...more }, 25) }
  }

  test('say where each page begins', () => {
    const { turn, pages } = at(25)
    for (const go of [pages.onNext, pages.onPrevious, pages.onLast]) go!()
    expect(turn.mock.calls.flat()).toEqual([
      { cursor: 'next', before: 50 },
      { cursor: undefined, before: 0 },
      { cursor: 'last', before: 35 },
    ])
  })

  test('offer no last page where the total was not counted to its end', () => {
    expect(at(0, { totalIsCapped: true }).pages).toMatchObject({ onLast: undefined, isCapped: true })
  })
})

describe('an export', () => {
  const read = (cursor: string | undefined) => {
    const page = Number(cursor ?? 0)
    return Promise.resolve({ data: [page * 2, page * 2 + 1], meta: { nextCursor: page < 4 ? String(page + 1) : null } })
  }

  test('follows the cursors to the end, or to as many rows as a file may have', async () => {
    const { signal } = new AbortController()
    const progress: number[] = []
    expect(await readAllPages(read, signal, (rows) => progress.push(rows))).toHaveLength(10)
    expect(progress).toEqual([2, 4, 6, 8, 10])
    expect(await readAllPages(read, signal, () => {}, 5)).toEqual([0, 1, 2, 3, 4])
  })

  test('stops when it is cancelled', async () => {
    const controller = new AbortController()
    const pages = vi.fn<typeof read>(read)
    const exported = readAllPages(pages, controller.signal, () => controller.abort())
    await expect(exported).rejects.toThrow('aborted')
    expect(pages).toHaveBeenCalledTimes(2)
  })
})

const nobody = { displayName: null, referCode: 'ABCD1234' } as Named

test('a user is called by the best name that it has', () => {
  expect(userName({ ...nobody, displayName: ' ', email: 'a@b.example', discord: '42' })).toBe('a@b.example')
  expect(userName(nobody)).toBe('ABCD1234')
})

test('a user without an address of its own has the one that Google has verified', () => {
  expect(emailOf({ email: null, google: 'ada@b.example' })).toEqual({ address: 'ada@b.example', isOfGoogle: true })
  expect(emailOf({ email: 'a@c.example', google: 'ada@b.example' })).toEqual({
    address: 'a@c.example',
    isOfGoogle: false,
  })
  expect(emailOf({ email: null, google: '1177' })).toEqual({ address: null, isOfGoogle: false })
  expect(emailOf({ email: null, google: null })).toEqual({ address: null, isOfGoogle: false })
})

test.each([
  [{ username: 'ada' }, 'ada'],
  [{ username: 'аdа', email: 'ada@b.example' }, 'ada@b.example'],
  [{ username: 'x'.repeat(41) }, 'ABCD1234'],
])('%j confirms by typing %s, which any keyboard can', (more, typed) =>
  expect(typedNameOf({ ...nobody, ...more })).toBe(typed),
)

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari 19',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 27',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143', 'Linux'],
  ['curl/8.9.1', 'curl 8', undefined],
  ['openauth-cli/0.1.0', 'OpenAuth CLI 0.1.0', undefined],
  [`${'x'.repeat(100_000)} Firefox/143.0`, undefined, undefined],
  [null, undefined, undefined],
])('%s is read as %s on %s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }))

test.each([
  [{ country: 'DE', city: 'Köln' }, 'Köln, Alemania'],
  [{ country: 'JP', city: null }, 'Japón'],
  [{ country: '<b>', city: null }, '<b>'],
  [{ country: null, city: 'Atlantis' }, 'Atlantis'],
  [{ country: null, city: null }, undefined],
])('the place %j is %s', (place, text) => {
  const t = (_: string, values: Record<string, unknown> = {}) => Object.values(values).join(', ')
  expect(placeText(place, 'es', t as never)).toBe(text)
})
