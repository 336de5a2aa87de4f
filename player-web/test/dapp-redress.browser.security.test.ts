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

const openConnected = async (name: string) => {
  const user = await stage.newUser(name)
  const visit = await stage.visit(`/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`, { user, width: 360 })
  const frame = await frameOf(visit.page, dapp.origin)
  const connecting = ask(frame, 'connect')
  await tap(visit.page, 'Connect')
  await connecting
  return { ...visit, frame }
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
