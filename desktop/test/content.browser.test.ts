import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../../api/src/lib/pictures.testing.ts'
import { expectText, settle } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness

beforeAll(async () => void (harness = await openConsole('/content')))
afterAll(() => harness.stop())

const button = (name: string) => harness.page.getByRole('button', { name, exact: true })
const link = (name: string) => harness.page.getByRole('link', { name, exact: true }).first()
const dappNames = async () => (await harness.admin.dapps.list()).data.map(({ name }) => name)
const shownNames = () => harness.page.locator('.content-row-words > a').allTextContents()
const panel = () => harness.page.getByRole('dialog')
const path = () => new URL(harness.page.url()).pathname

test('an empty list says what belongs there; a dapp is added beside the card that players will see', async () => {
  const { page } = harness
  await expectText(page, 'No dapps yet')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('content-empty')
  await link('Add dapp').click()
  await panel().getByLabel('Name').fill('Rocket')
  await panel().getByLabel('Address').fill('javascript:alert(1)')
  await button('Add').click()
  await expectText(page, 'Must be an http or https address')
  await panel().getByLabel('Address').fill('https://rocket.example/play')
  await panel().getByLabel('Description').fill('Fly to the moon, and collect what the others left there.')
  await panel().getByLabel('Colour of the border', { exact: true }).fill('#7CD4FF')
  const card = page.getByRole('figure', { name: 'Preview of the card' })
  await card.getByText('Fly to the moon').waitFor()
  const border = () => card.locator('.content-dapp').evaluate((element) => getComputedStyle(element).borderColor)
  await expect.poll(border).toBe('rgb(124, 212, 255)')
  const chooseLogo = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/png', buffer })
  await chooseLogo('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))
  await expectText(page, 'The file is neither a PNG nor a JPEG nor a WebP')
  await chooseLogo('logo.png', pngOf(200, 200))
  await card.locator('.content-frame img').waitFor()
  expect(await panel().getByRole('textbox', { name: /^Logo/ }).inputValue()).toMatch(/\/pictures\/[0-9a-f]{64}\.webp$/)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('content-add')
  await button('Add').click()
  await expectText(page, 'Rocket is added')
  await expect.poll(path).toBe('/console/content/dapps')
  expect((await harness.admin.dapps.list()).data[0]).toMatchObject({
    name: 'Rocket',
    url: 'https://rocket.example/play',
    borderColor: '#7CD4FF',
    logoUrl: expect.stringMatching(/\/pictures\//),
  })
})

test('the order is changed by keys and back by Undo, is what players get, and goes with what changed meanwhile', async () => {
  const { page, open, admin } = harness
  await admin.dapps.create({ name: 'Staking', url: '/earn', borderColor: '#B98AEA', bgColor: '#4B2A7B' })
  await admin.dapps.create({ name: `<b>Wide</b> ${'W'.repeat(80)}`, url: 'https://long.example/', bgColor: '#124B2A' })
  await open('/content/dapps')
  const handle = () => page.getByRole('button', { name: 'Reorder Staking' })
  await handle().focus()
  const move = async (key: 'ArrowUp' | 'ArrowDown') => {
    const [from, to] = key === 'ArrowUp' ? [2, 1] : [1, 2]
    await page.keyboard.press('Space')
    await page.getByText(`Staking is at position ${from} of 3.`).waitFor({ state: 'attached' })
    await settle(page)
    await page.keyboard.press(key)
    await page.getByText(`Staking is at position ${to} of 3.`).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
  }
  await move('ArrowUp')
  await expectText(page, 'The order is saved')
  await expect.poll(async () => (await dappNames()).slice(0, 2)).toEqual(['Staking', 'Rocket'])
  await link('Rocket').click()
  const undo = async () => (await button('Undo').boundingBox())!
  const { x } = (await panel().boundingBox())!
  await expect.poll(async () => (await undo()).x + (await undo()).width).toBeLessThan(x)
  await panel().getByRole('button', { name: 'Close' }).click()
  await button('Undo').click()
  await expect.poll(async () => (await dappNames()).slice(0, 2)).toEqual(['Rocket', 'Staking'])
  await expect.poll(async () => (await shownNames()).slice(0, 2)).toEqual(['Rocket', 'Staking'])
  await handle().focus()
  await move('ArrowUp')
  await expect.poll(async () => (await dappNames()).slice(0, 2)).toEqual(['Staking', 'Rocket'])
  expect(await harness.axe()).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await harness.axe()).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('content-dapps')
  // Somebody else adds one and puts it first: the move of this page goes beside the entry that it shows there.
  const { id: latecomer } = await admin.dapps.create({ name: 'Latecomer', url: '/late' })
  const idOf = async (name: string) => (await admin.dapps.list()).data.find((dapp) => dapp.name === name)!.id
  await admin.dapps.move({ id: latecomer, before: await idOf('Staking') })
  await handle().focus()
  await move('ArrowDown')
  await expect.poll(async () => (await dappNames()).slice(0, 3)).toEqual(['Latecomer', 'Rocket', 'Staking'])
  await link('Latecomer').waitFor()
})

test('a move beside an entry that was deleted meanwhile says so, and the list is read anew', async () => {
  const { page, open, admin } = harness
  const { id } = await admin.dapps.create({ name: 'Brief', url: '/brief' })
  await open('/content/dapps')
  const { data } = await admin.dapps.list()
  const count = data.length
  const neighbour = data[count - 2]!
  const isAt = (at: number) => page.getByText(`Brief is at position ${at} of ${count}.`).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Reorder Brief' }).focus()
  await page.keyboard.press('Space')
  await isAt(count)
  await settle(page)
  await page.keyboard.press('ArrowUp')
  await isAt(count - 1)
  await admin.dapps.delete({ id: neighbour.id })
  await page.keyboard.press('Space')
  await expectText(page, 'Brief was not moved: ')
  await expectText(page, 'was deleted meanwhile')
  await link(neighbour.name).waitFor({ state: 'detached' })
  await admin.dapps.delete({ id })
})

test('an operator who saves later is told what another one changed; who leaves with changes is asked', async () => {
  const { page, open, admin } = harness
  const { data } = await admin.dapps.list()
  const rocket = data.find(({ name }) => name === 'Rocket')!
  await open('/content/dapps')
  await link('Rocket').click()
  await expect.poll(path).toBe(`/console/content/dapps/${rocket.id}`)
  await panel().getByLabel('Description').fill('To Mars')
  await admin.dapps.update({ id: rocket.id, url: 'https://rocket.example/new' })
  await button('Save changes').click()
  await expectText(page, 'Another operator has changed this entry meanwhile')
  await expectText(page, 'Address is now: https://rocket.example/new')
  expect(await harness.axe()).toEqual([])
  await page.getByRole('navigation', { name: 'Lists of content' }).getByRole('link', { name: 'Game center' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Cancel' }).click()
  await button('Save changes').click()
  await expectText(page, 'Rocket is saved')
  expect(await admin.dapps.get({ id: rocket.id })).toMatchObject({
    description: 'To Mars',
    url: 'https://rocket.example/new',
  })
  const event = (await admin.audit.list({ action: 'dapp.update' })).data[0]
  expect(event?.details).toMatchObject({ before: { description: expect.stringContaining('moon') } })
})

test('games have a list of their own; one is deleted after a question, and its address then says so', async () => {
  const { page, open, admin } = harness
  const { id } = await admin.gameCenters.create({ name: 'Ring Runner', link: 'https://games.example/ring' })
  await admin.gameCenters.create({ name: 'Second', link: '/second' })
  await open(`/content/games/${id}`)
  await page.getByRole('figure', { name: 'Preview of the card' }).getByText('Ring Runner').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('content-game')
  await panel().getByRole('button', { name: 'Close' }).click()
  await button('Delete: Ring Runner').click()
  await panel().getByRole('button', { name: 'Delete', exact: true }).click()
  await expectText(page, 'Ring Runner is deleted')
  await expect.poll(async () => (await admin.gameCenters.list()).meta.totalItems).toBe(1)
  await open(`/content/games/${id}`)
  await expectText(page, 'Somebody deleted it')
  await open('/content/nothing')
  await expectText(page, 'Page not found')
})

test('a long list is shown in parts, whose entries are moved', async () => {
  const { page, open, server } = harness
  const { gameCenterEntry } = server.resources.db.prisma
  await gameCenterEntry.deleteMany()
  const games = Array.from({ length: 450 }, (_, index) => ({ name: `G${index + 1}`, link: '/g', order: index + 1 }))
  await gameCenterEntry.createMany({ data: games })
  await open('/content/games')
  await expectText(page, '200 of 450 are shown.')
  await harness.shoot('content-long')
  await button('Show 200 more').click()
  await expectText(page, '400 of 450 are shown.')
  await button('Show 50 more').waitFor()
  await button('Reorder G400').focus()
  await page.keyboard.press('Space')
  await page.getByText('G400 is at position 400 of 400.').waitFor({ state: 'attached' })
  await settle(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText('G400 is at position 399 of 400.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  const around = () => gameCenterEntry.findMany({ orderBy: [{ order: 'asc' }, { id: 'asc' }], skip: 397, take: 4 })
  await expect.poll(async () => (await around()).map(({ name }) => name)).toEqual(['G398', 'G400', 'G399', 'G401'])
})

test('a list that cannot be read says so and is asked for again', async () => {
  const { page, open } = harness
  let asked = 0
  await page.route('**/admin/dapps?**', (route) => {
    asked += 1
    return route.abort()
  })
  await open('/content/dapps')
  const again = page.getByRole('button', { name: /again/i })
  await again.waitFor()
  expect(await harness.axe()).toEqual([])
  const before = asked
  await again.click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  // The page asks by itself once the server can be reached.
  await page.unroute('**/admin/dapps?**')
  await link('Rocket').waitFor()
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the answers of 400 and 409, and the request that a test above aborts.
  expect(harness.errors.filter((line) => !/40[09]|ERR_FAILED/.test(line))).toEqual([]))
