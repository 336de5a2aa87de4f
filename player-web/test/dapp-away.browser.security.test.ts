import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, dialog, frameOf, tap } from './dapp/dapp-page.ts'
import { startDapp } from './dapp/dapp-server.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let dapp: Awaited<ReturnType<typeof startDapp>>
beforeAll(async () => {
  ;[stage, dapp] = await Promise.all([startStage(), startDapp()])
  await stage.admin.dapps.create({ name: 'Rocket', url: `${dapp.origin}/play` })
})
afterAll(async () => {
  dapp?.stop()
  await stage?.stop()
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
const open = async (name: string, leave?: object) => {
  const user = await stage.newUser(name)
  const path = `/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`
  const visit = await stage.visit(path, { user, width: 360, before })
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
  const { page, close } = await open(name)
  await page.evaluate(`go(${JSON.stringify(leave)})`)
  await page.waitForTimeout(1500)
  const isArmed = await page.evaluate(`(() => {
    const sign = [...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Sign')
    const behind = !sign.disabled
    go(${JSON.stringify(back)})
    return new Promise((tell) => setTimeout(() => tell({ behind, back: !sign.disabled }), 50))
  })()`)
  expect(isArmed).toEqual({ behind: false, back: false })
  await close()
})

// The window is opened by a tap on the dapp; what it hides is asked for a second later, which needs no tap.
test('double-clickjacking: a prompt that came up behind a window is not armed when that closes', async () => {
  const { page, close } = await open('Behind', { blurred: true })
  await page.waitForTimeout(1500)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
  await page.evaluate('go({ blurred: false })')
  await page.waitForTimeout(50)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
  await page.waitForTimeout(1000)
  expect(await dialog(page).getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(false)
  await close()
})
