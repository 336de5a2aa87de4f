import { expect, test } from 'vitest'
import { consumeLaunch, type LaunchPage } from './detect.ts'

/** Opens a link with an attacker's init data in a tab of a browser, outside Telegram. */
const openLink = () => {
  const stored = new Map<string, string>()
  const addresses: string[] = []
  const page = {
    location: {
      hash: `#top&tgWebAppData=${encodeURIComponent('user=attacker&hash=ff')}`,
      search: '',
      pathname: '/wallet',
    },
    history: { state: null, replaceState: (_: unknown, __: string, url: string) => void addresses.push(url) },
    sessionStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) },
    external: {},
  }
  Object.assign(page, { self: page, parent: page })
  return { stored, addresses, launch: consumeLaunch(page as unknown as LaunchPage) }
}

test('a link with the attacker’s init data logs nobody in as the attacker (login CSRF)', () => {
  const { launch, stored, addresses } = openLink()
  expect(launch).toBeUndefined()
  expect(stored.size).toBe(0)
  expect(addresses).toEqual(['/wallet#top'])
})
