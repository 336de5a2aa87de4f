import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, dialog, frameOf, tap } from './dapp/dapp-page.ts'
import { startDapp } from './dapp/dapp-server.ts'
import { expectText, type Harness, overflow, shoot, startHarness } from './harness.ts'

let harness: Harness
let dapp: Awaited<ReturnType<typeof startDapp>>
beforeAll(async () => {
  ;[harness, dapp] = await Promise.all([startHarness(), startDapp()])
  await harness.admin.dapps.create({ name: 'Rocket', url: `${dapp.origin}/play` })
})
afterAll(async () => {
  dapp?.stop()
  await harness?.stop()
})

const open = async (name: string) => {
  const user = await harness.newUser(name)
  const visit = await harness.visit(`/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`, { user, width: 360 })
  return { ...visit, user, frame: await frameOf(visit.page, dapp.origin) }
}

const openConnected = async (name: string) => {
  const visit = await open(name)
  const connecting = ask(visit.frame, 'connect')
  await tap(visit.page, 'Connect')
  await connecting
  return visit
}

// What is full screen is drawn over every dialog that was there before; being inert below that dialog, it lets clicks through.
test('clickjacking: a frame that covers the consent by going full screen gets nothing signed by a tap on itself', async () => {
  const { page, frame, close } = await openConnected('Covered')
  await frame.evaluate(`{
    document.body.innerHTML = '<button id=play style="position:fixed;inset:0;width:100%;font-size:3rem">PLAY</button>'
    document.getElementById('play').onclick = () => {
      window.signing = ask('signMessage', { message: [...new TextEncoder().encode('I give all I have')] })
      setTimeout(() => document.documentElement.requestFullscreen().catch(() => {}), 700)
    }
  }`)
  await frame.locator('#play').click()
  await dialog(page).waitFor()
  await page.waitForTimeout(2500)
  const box = (await dialog(page).getByRole('button', { name: 'Sign', exact: true }).boundingBox())!
  if (await page.evaluate('document.fullscreenElement !== null'))
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const outcome = await frame.evaluate(
    `Promise.race([signing, new Promise((tell) => setTimeout(tell, 1500, 'nothing'))])`,
  )
  expect(outcome).toBe('nothing')
  await close()
})

/** A browser under test is always in view and in focus: the page is told otherwise. */
const before = `if (self === top) {
  const away = { hidden: false, blurred: false }
  Object.defineProperty(document, 'visibilityState', { get: () => (away.hidden ? 'hidden' : 'visible') })
  document.hasFocus = () => !away.blurred && !away.hidden
  window.go = (change) => {
    const was = { ...away }
    Object.assign(away, change)
    if (was.hidden !== away.hidden) document.dispatchEvent(new Event('visibilitychange'))
    if (was.blurred !== away.blurred) dispatchEvent(new Event(away.blurred ? 'blur' : 'focus'))
  }
}`
const openAway = async (name: string, leave?: object) => {
  const user = await harness.newUser(name)
  const path = `/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`
  const visit = await harness.visit(path, { user, width: 360, before })
  const frame = await frameOf(visit.page, dapp.origin)
  const connecting = ask(frame, 'connect')
  await tap(visit.page, 'Connect')
  await connecting
  if (leave) await visit.page.evaluate(`go(${JSON.stringify(leave)})`)
  const signing = ask(frame, 'signMessage', { message: [65] })
  signing.catch(() => {})
  await dialog(visit.page).waitFor()
  return visit
}

// The frame asks and opens a window in front of the page in one go. The second click of a double click on that window,
// which closes itself at the first, lands on "Sign".
test.each([
  ['a tab in front of the page', { hidden: true }, { hidden: false }],
  ['a window in front of the page', { blurred: true }, { blurred: false }],
])('double-clickjacking: a prompt behind %s is not armed when that closes', async (name, leave, back) => {
  const { page, close } = await openAway(name)
  await page.evaluate(`go(${JSON.stringify(leave)})`)
  await page.waitForTimeout(1500)
  const isArmed = await page.evaluate(`(() => {
    const sign = [...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Sign')
    const isArmed = () => sign.ariaDisabled !== 'true'
    const behind = isArmed()
    sign.click()
    go(${JSON.stringify(back)})
    return new Promise((tell) => setTimeout(() => tell({ behind, back: isArmed() }), 50))
  })()`)
  expect(isArmed).toEqual({ behind: false, back: false })
  // The click behind it has signed nothing.
  expect(await dialog(page).isVisible()).toBe(true)
  await close()
})

// The window is opened by a tap on the dapp; what it hides is asked for a second later, which needs no tap.
test('double-clickjacking: a prompt that came up behind a window is not armed when that closes', async () => {
  const { page, close } = await openAway('Behind', { blurred: true })
  await page.waitForTimeout(1500)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
  await page.evaluate('go({ blurred: false })')
  await page.waitForTimeout(50)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
  await page.waitForTimeout(1000)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(false)
  await close()
})

test('another user on this device: a dapp is told nothing while it is unknown who is logged in', async () => {
  const user = await harness.newUser('Nobody knows')
  const { page, close } = await harness.visit('/healthz', { user })
  await page.route('**/user/profile', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${harness.server.url}/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`)
  // What was remembered under no id would be told to the next user.
  await expectText(page, 'Your profile could not be loaded.')
  expect(page.frames()).toHaveLength(1)
  await close()
})

test('wallets are not asked for before the profile is known', async () => {
  const user = await harness.newUser('Unknown yet')
  const { page, close } = await harness.visit('/healthz', { user })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.route('**/user/profile', () => {})
  await page.goto(`${harness.server.url}/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`)
  await page.waitForTimeout(1500)
  expect(asked).toContain('/user/profile')
  expect(asked).not.toContain('/user/wallets')
  await close()
})

test.each(['?url=https://evil.example', '?url=javascript:alert(1)', '?name=Nobody', '?url=%2Fwallet%2Fexport', ''])(
  'phishing: /dapp%s frames nothing',
  async (query) => {
    const user = await harness.newUser(`Careful ${query}`)
    const { page, close } = await harness.visit(`/dapp${query}`, { user })
    await page.getByText(query ? 'This dapp is not registered here.' : 'No dapp is named in this address.').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Back to Earn' }).count()).toBe(1)
    await close()
  },
)

test('iframe bridge abuse: the wallet survives a flood of messages, and asks nothing', async () => {
  const { page, frame, close } = await open('Flooded')
  await frame.evaluate(`{
    const message = [...Array(16000)].fill(65)
    for (let id = 0; id < 3000; id += 1)
      parent.postMessage({ target: 'iframe-wallet-adapter', id, type: 'signMessage', payload: { message } }, '*')
  }`)
  // The limit fills up again with time: until then the flood is what keeps the question from being answered.
  const answer = () =>
    frame.evaluate(`Promise.race([ask('install'), new Promise((r) => setTimeout(r, 500, 'nothing'))])`)
  await expect.poll(answer, { timeout: 120_000 }).toEqual({})
  expect(await dialog(page).count()).toBe(0)
  await close()
})

test('iframe bridge abuse: after three rejections the dapp is muted until the user unmutes it', async () => {
  const { page, frame, user, close } = await open('Tired')
  for (let time = 0; time < 3; time += 1) {
    const connecting = ask(frame, 'connect')
    await tap(page, 'Reject')
    await connecting
  }
  expect(await ask(frame, 'connect')).toEqual({ error: 'User rejected too many requests' })
  await shoot(page, 'dapp-muted')
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Allow again' }).click()
  const connecting = ask(frame, 'connect')
  await tap(page, 'Connect')
  expect(await connecting).toEqual({ publicKey: user.solWallet })
  await close()
})
