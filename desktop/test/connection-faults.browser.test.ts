import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import english from '../src/renderer/i18n/locales/en/connection.json'
import spanish from '../src/renderer/i18n/locales/es/connection.json'
import russian from '../src/renderer/i18n/locales/ru/connection.json'
import chinese from '../src/renderer/i18n/locales/zh/connection.json'
import { trustedAuthority } from './certificates.ts'
import { type DesktopHarness, openDesktop } from './desktop-harness.ts'
import { faultyServers } from './faulty-servers.ts'
import { asOpenAuth, startServer } from './server.ts'

const authority = trustedAuthority()
const languages = { zh: chinese, ru: russian, es: spanish, en: english }
let harness: DesktopHarness
let stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  harness = await openDesktop({}, { timeoutMs: 1000 })
  await harness.open('/')
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
})
afterAll(async () => {
  authority.distrust()
  await harness.stop()
})

const start = async (...server: Parameters<typeof startServer>) => {
  const started = await startServer(...server)
  stops.push(started.stop)
  return started
}

/** What the page must not show: codes of programs, and the message of an error without one. */
const rawTexts = /ECONN|ERR_|UND_|CERT_|TypeError|undefined|\{|connection[._]|Unkown|nginx/

test.each(faultyServers(authority))(
  '$name is explained in four languages before anybody signs in',
  async ({ fault, respond, certificate, enter }) => {
    const { page, session, open } = harness
    const server = await start(respond, certificate)
    const address = enter?.(server.address) ?? server.address
    await session.use(address)
    for (const [locale, messages] of Object.entries(languages)) {
      await page.evaluate((language) => localStorage.setItem('OpenAuth:Console:Language', language), locale)
      await open('/')
      const shown = page.getByRole('alert')
      await shown.waitFor()
      const text = await shown.innerText()
      const parts = messages[`connection.${fault}`].replace('{address}', address).split('{status}')
      expect(parts.filter((part) => !text.includes(part))).toEqual([])
      expect(text).not.toMatch(rawTexts)
      expect(await harness.overflow()).toBe(0)
    }
    if (fault === 'selfSigned') await harness.shoot('self-signed')
    expect(await harness.axe()).toEqual([])
  },
)

test('the address of a server that cannot be reached is corrected from the page that says so', async () => {
  const { page, session, open, server } = harness
  const stopped = await start(asOpenAuth)
  await stopped.stop()
  await session.use(stopped.address)
  await open('/')
  await page.getByText('the connection was refused').waitFor()
  await page.getByRole('link', { name: 'Change server' }).click()
  await page.getByLabel('Server address').fill(server.url)
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(session.server().address).toBe(server.url)
})

test('a fault while somebody signs in stands in the form, which keeps what was typed', async () => {
  const { page, session, open } = harness
  let isDown = false
  const flaky = await start((request, response) => {
    if (isDown) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    else asOpenAuth(request, response)
  })
  await session.use(flaky.address)
  await open('/')
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  isDown = true
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(`A proxy before ${flaky.address} answered with status 502`).waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe(adminCredentials.username)
  expect(session.server().signedIn).toBe(false)
  isDown = false
  await page.keyboard.press('Enter')
  await expect.poll(() => session.server().signedIn).toBe(true)
})

test('nothing is written to the browser’s console', () => expect(harness.errors).toEqual([]))
