import { expect, test } from 'vitest'
import { consumeLaunch, type LaunchPage } from './detect.ts'

/** A tab of a browser that is no Telegram, at a link with somebody else's init data. */
const followLink = () => {
  const kept = new Map<string, string>()
  const addresses: string[] = []
  const page = {
    location: {
      hash: `#top&tgWebAppData=${encodeURIComponent('user=attacker&hash=ff')}`,
      search: '',
      pathname: '/wallet',
    },
    history: { state: null, replaceState: (_: unknown, __: string, url: string) => void addresses.push(url) },
    sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) },
    external: {},
  }
  Object.assign(page, { self: page, parent: page })
  return { kept, addresses, launch: consumeLaunch(page as unknown as LaunchPage) }
}

test('a link with planted init data signs nobody in as its author (login CSRF)', () => {
  const { launch, kept, addresses } = followLink()
  expect(launch).toBeUndefined()
  expect(kept.size).toBe(0)
  expect(addresses).toEqual(['/wallet#top'])
})
