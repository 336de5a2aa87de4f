import { describe, expect, test } from 'vitest'
import { cleanHash, initData, isTelegram, consumeLaunch, type LaunchPage } from './detect.ts'

const data = 'query_id=AA&user=%7B%22id%22%3A7%7D&start_param=ABCD1234&hash=ff'
const hash = `#tgWebAppData=${encodeURIComponent(data)}&tgWebAppVersion=8.0&tgWebAppPlatform=ios&tgWebAppThemeParams=%7B%7D`

/** What shows that Telegram runs the page: a proxy in the window, or Telegram Web's frame. */
const android = { TelegramWebviewProxy: { postEvent: () => {} } }
const framed = { self: { name: 'player' }, parent: { name: 'web.telegram.org' } }

interface Visit {
  search?: string
  storage?: Map<string, string>
  around?: object
}

const pageAt = (hash: string, { search = '', storage = new Map(), around = android }: Visit = {}) => {
  const page = {
    location: { hash, search, pathname: '/earn' },
    history: {
      state: { idx: 3 },
      replaceState: (state: unknown, _: string, url: string) => {
        page.replaced.push({ state, url })
        page.location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : ''
      },
    },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
    ...around,
    replaced: [] as { state: unknown; url: string }[],
  }
  return page as typeof page & LaunchPage
}

describe('consumeLaunch', () => {
  test('reads the launch parameters from the address', () => {
    expect(consumeLaunch(pageAt(hash))).toEqual({
      initData: data,
      startParam: 'ABCD1234',
      version: '8.0',
      platform: 'ios',
      theme: '{}',
      hasInline: false,
    })
  })

  test('removes them from the address; path, query and history state stay', () => {
    const page = pageAt(hash, { search: '?x=1' })
    consumeLaunch(page)
    expect(page.replaced).toEqual([{ state: { idx: 3 }, url: '/earn?x=1' }])
  })

  test('a reload reads them from sessionStorage', () => {
    const storage = new Map<string, string>()
    const first = consumeLaunch(pageAt(hash, { storage }))
    const reloaded = pageAt('', { storage })
    expect(consumeLaunch(reloaded)).toEqual(first)
    expect(reloaded.replaced).toEqual([])
  })

  test('launch parameters in the address replace stored ones', () => {
    const storage = new Map<string, string>()
    consumeLaunch(pageAt(hash, { storage }))
    expect(consumeLaunch(pageAt('#tgWebAppVersion=9.0', { storage }))).toMatchObject({
      version: '9.0',
      initData: undefined,
    })
  })

  test('reads what Telegram’s own script stored', () => {
    const storage = new Map([['__telegram__initParams', '{"tgWebAppVersion":"7.0","tgWebAppData":"a=1","other":5}']])
    expect(consumeLaunch(pageAt('', { storage }))).toMatchObject({ version: '7.0', initData: 'a=1' })
  })

  test.each(['null', '[]', '{', '"text"', '{"tgWebAppData":5}'])('stored text %s is ignored', (stored) => {
    expect(
      consumeLaunch(pageAt('', { storage: new Map([['__telegram__initParams', stored]]), around: framed })),
    ).toBeUndefined()
  })

  test('a blocked storage does not stop the page', () => {
    const page = pageAt(hash, { around: framed })
    Object.defineProperty(page, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    expect(consumeLaunch(page)?.initData).toBe(data)
    expect(consumeLaunch(page)).toBeUndefined()
  })

  test('the start parameter is read from init data, hash or query', () => {
    expect(consumeLaunch(pageAt('#tgWebAppVersion=8.0&tgWebAppStartParam=in-hash'))?.startParam).toBe('in-hash')
    expect(consumeLaunch(pageAt('#tgWebAppVersion=8.0', { search: '?tgWebAppStartParam=in-query' }))?.startParam).toBe(
      'in-query',
    )
  })

  test('Telegram’s proxy without parameters is a Telegram of the first version', () => {
    expect(consumeLaunch(pageAt(''))).toMatchObject({ version: undefined })
  })

  test.each(['', '#top', '#tgAuthResult=x', '#notgWebAppData=1'])('hash %s is not a launch by Telegram', (hash) => {
    expect(consumeLaunch(pageAt(hash, { search: '?tgWebAppStartParam=x', around: framed }))).toBeUndefined()
  })

  test.each([android, framed, { external: { notify: () => {} } }])(
    'a window with %j runs inside Telegram',
    (around) => {
      expect(consumeLaunch(pageAt(hash, { around }))?.initData).toBe(data)
    },
  )

  test('without a window, isTelegram is false', () => {
    expect([isTelegram(), initData()]).toEqual([false, undefined])
  })
})

test.each([
  ['#tgWebAppData=a&tgWebAppVersion=8.0', ''],
  ['#top?tgWebAppData=a', '#top'],
  ['#top?x=1&tgWebAppData=a&y=2', '#top?x=1&y=2'],
  ['#tgWebAppData=a&x=1', '#x=1'],
  ['#x=1&&y', '#x=1&&y'],
  ['#', '#'],
])('cleanHash of %s is %s', (hash, clean) => {
  expect(cleanHash(hash)).toBe(clean)
})
