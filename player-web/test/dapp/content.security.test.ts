import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { dappOf, gameOf } from '../../src/content/entries.ts'
import { readDapp, readDapps, readGames } from '../../src/content/read-content.ts'

const BASE = 'https://cms.example'
const dapp = { id: 1, name: 'Odyssey', url: 'https://odyssey.example/play' }

const servers: (() => void)[] = []
afterEach(() => {
  for (const stop of servers.splice(0)) stop()
})

/** A content service that answers so; resolves to its base address. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(() => server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}
const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

describe('entries of Strapi 4 and 5', () => {
  const flat = {
    ...dapp,
    logo: { url: '/uploads/a.png' },
    bgImg: { url: 'https://cdn.example/b.png' },
    borderColor: '#112233',
  }
  const { id, ...attributes } = flat
  const nested = {
    id,
    attributes: {
      ...attributes,
      logo: { data: { attributes: { url: '/uploads/a.png' } } },
      bgImg: { data: { attributes: { url: 'https://cdn.example/b.png' } } },
    },
  }
  test.each([
    ['5', flat],
    ['4', nested],
  ])('Strapi %s', (_, entry) => {
    expect(dappOf(entry, BASE)).toEqual({
      name: 'Odyssey',
      url: 'https://odyssey.example/play',
      description: undefined,
      logo: 'https://cms.example/uploads/a.png',
      bgImg: 'https://cdn.example/b.png',
      borderColor: '#112233',
      bgColor: '#CB7419',
    })
  })

  test('an entry without pictures has null, or data that is null', () => {
    expect(dappOf({ ...dapp, logo: null }, BASE)?.logo).toBeUndefined()
    expect(dappOf({ id: 1, attributes: { ...dapp, logo: { data: null } } }, BASE)?.logo).toBeUndefined()
  })
})

describe('XSS: hostile entries', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://a.example/1',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://',
    'https://a:b@evil.example',
    'https://a.example\t.evil.example',
    'https://a.example/ b',
    '',
    'evil.example',
    `https://a.example/${'x'.repeat(2048)}`,
    7,
    null,
    undefined,
    {},
    ['/earn'],
  ])('an entry with the link %j is left out', (url) => {
    expect(dappOf({ ...dapp, url }, BASE)).toBeUndefined()
    expect(gameOf({ id: 1, name: 'Game', link: url }, BASE)).toBeUndefined()
  })

  test.each(['/', '/earn', '/dapp?url=x', 'https://a.example', 'http://localhost:3000/x?y=1#z'])(
    'the link %s does',
    (url) => {
      expect(dappOf({ ...dapp, url }, BASE)).toBeDefined()
    },
  )

  test.each([undefined, null, '', '   ', '\u200B\u202E', 7, {}, ['x']])(
    'an entry with the name %j is left out',
    (name) => {
      expect(dappOf({ ...dapp, name }, BASE)).toBeUndefined()
    },
  )

  test.each([null, 7, 'x', [], [dapp], { attributes: null }, { attributes: 'x' }, Object.create(dapp)])(
    'the entry %j is none',
    (entry) => {
      expect(dappOf(entry, BASE)).toBeUndefined()
    },
  )

  test('names are one line without invisible characters, and all texts have a maximum length', () => {
    const made = dappOf(
      { ...dapp, name: 'a\u202Eb\u0000\n c\u200B', description: `1\n2\u0007\u2066${'x'.repeat(9000)}` },
      BASE,
    )
    expect(made?.name).toBe('ab c')
    expect(made?.description).toHaveLength(2000)
    expect(made?.description).toMatch(/^1\n2x/)
    expect(() => encodeURIComponent(dappOf({ ...dapp, name: `x${'😀'.repeat(5000)}` }, BASE)?.name ?? '')).not.toThrow()
    expect(dappOf({ ...dapp, name: 'n'.repeat(5_000_000) }, BASE)?.name).toHaveLength(100)
  })

  test('markup stays text', () => {
    expect(dappOf({ ...dapp, name: '<img src=x onerror=alert(1)>' }, BASE)?.name).toBe('<img src=x onerror=alert(1)>')
  })

  test.each(['red', '#fff', '#FBB042;background:url(//x)', '#GGGGGG', '', 7, null, { toString: () => '#112233' }])(
    'the colour %j is the default',
    (bgColor) => {
      expect(dappOf({ ...dapp, bgColor }, BASE)?.bgColor).toBe('#CB7419')
    },
  )

  test.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'https://u:p@x.example/a.png', 7, { url: 'x' }])(
    'the picture %j is none',
    (url) => {
      expect(dappOf({ ...dapp, logo: { url } }, BASE)?.logo).toBeUndefined()
    },
  )

  test('prototype pollution: inherited properties are not read', () => {
    const entry: unknown = JSON.parse('{"id":1,"name":"x","url":"/earn","__proto__":{"bgColor":"#000000"}}')
    expect(dappOf(entry, BASE)?.bgColor).toBe('#CB7419')
    expect(({} as { bgColor?: string }).bgColor).toBeUndefined()
  })
})

describe('the content service', () => {
  test('is queried in Strapi’s format, and the first entry is used', async () => {
    const requests: string[] = []
    const base = await serve((request, response) => {
      requests.push(decodeURIComponent(request.url ?? ''))
      json({ data: [dapp, { ...dapp, name: 'Second' }] })(request, response)
    })
    expect(await readDapp({ base, page: 'https://page.example/' }, 'A & B')).toMatchObject({ name: 'Odyssey' })
    expect(requests).toEqual(['/api/sonicx-games?populate=*&filters[name][$eq]=A+&+B'])
  })

  test("a path or an empty address means the page's own server", async () => {
    const requests: string[] = []
    const fetch = (address: string | URL | Request) => {
      requests.push(new URL(address instanceof Request ? address.url : address).pathname)
      return Promise.resolve(Response.json({ data: [] }))
    }
    for (const base of ['', '/content', '/content/'])
      expect(await readDapps({ base, page: 'https://page.example/dapp?x', fetch })).toEqual([])
    expect(requests).toEqual(Array.from({ length: 3 }, () => '/content/sonicx-games'))
  })

  test('is read page by page, up to a thousand entries; invalid ones are left out', async () => {
    let pages = 0
    const base = await serve((request, response) => {
      pages += 1
      const data = [...Array.from({ length: 99 }, () => dapp), { ...dapp, url: 'javascript:alert(1)' }, dapp, dapp]
      json({ data, meta: { pagination: { pageCount: 1_000_000 } } })(request, response)
    })
    expect(await readDapps({ base, page: base })).toHaveLength(990)
    expect(pages).toBe(10)
  })

  test('games are sorted by their order', async () => {
    const game = { id: 1, name: 'G', link: '/earn' }
    const data = [
      { ...game, name: 'c', order: 5 },
      { ...game, name: 'a', order: -1 },
      { ...game, name: 'b', order: 'x' },
    ]
    const base = await serve(json({ data }))
    expect((await readGames({ base, page: base })).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test.each<[string, RequestListener]>([
    ['a page', (_, response) => void response.end('<!doctype html>')],
    ['JSON that is cut off', (_, response) => void response.end('{"data":[')],
    ['a list', json([dapp])],
    ['null', json(null)],
    ['data that is no list', json({ data: dapp })],
    ['nothing', (_, response) => void response.end()],
    ['a broken connection', (_, response) => void response.destroy()],
    ['an error', (_, response) => void response.writeHead(500).end('{"data":[]}')],
  ])('%s as a response is an error that says so', async (_, listener) => {
    const base = await serve(listener)
    await expect(readDapps({ base, page: base })).rejects.toThrow(/^The content service /)
  })

  test('an aborted call ends', async () => {
    const base = await serve(() => {})
    const controller = new AbortController()
    const reading = readDapps({ base, page: base, signal: controller.signal })
    controller.abort()
    await expect(reading).rejects.toThrow('cannot be reached')
  })
})
