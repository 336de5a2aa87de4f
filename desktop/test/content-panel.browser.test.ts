import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness

beforeAll(async () => void (harness = await openConsole('/content')))
afterAll(() => harness.stop())

const button = (name: string) => harness.page.getByRole('button', { name, exact: true })
const panel = () => harness.page.getByRole('dialog')
const path = () => new URL(harness.page.url()).pathname

test('what was typed into an entry that was deleted meanwhile is kept, and can be added as a new one', async () => {
  const { page, open, admin } = harness
  const { id } = await admin.gameCenters.create({ name: 'Brief', link: '/brief' })
  await open(`/content/games/${id}`)
  await panel().getByLabel('Address').fill('/typed')
  await admin.gameCenters.delete({ id })
  await button('Save changes').click()
  await expectText(page, 'Not saved: the entry was deleted meanwhile')
  await expectText(page, 'What you typed is still here')
  expect(await panel().getByLabel('Address').inputValue()).toBe('/typed')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('content-deleted')
  await button('Add as a new entry').click()
  await expectText(page, 'Brief is added')
  await expect.poll(path).toBe('/console/content/games')
  const { data } = await admin.gameCenters.list()
  expect(data.map(({ name, link: to }) => [name, to])).toEqual([['Brief', '/typed']])
  await admin.gameCenters.delete({ id: data[0]!.id })
})

test('a list that is read anew without the open entry keeps what was typed, and an untouched form says that it is gone', async () => {
  const { page, open, admin } = harness
  const typed = await admin.gameCenters.create({ name: 'Typed', link: '/typed' })
  const other = await admin.gameCenters.create({ name: 'Other', link: '/other' })
  await open(`/content/games/${typed.id}`)
  await panel().getByLabel('Address').fill('/still-here')
  await admin.gameCenters.delete({ id: typed.id })
  // The panel covers the ends of the rows.
  await button('Delete: Other').press('Enter')
  await button('Delete').click()
  await expectText(page, 'This entry was deleted meanwhile')
  expect(await panel().getByLabel('Address').inputValue()).toBe('/still-here')
  await panel().getByLabel('Address').fill('/typed')
  await expectText(page, 'Somebody deleted it')
  await expect(admin.gameCenters.get({ id: other.id })).rejects.toMatchObject({ code: 'game_not_found' })
})

test.each([
  { width: 1280, height: 720, place: 'beside', stays: true },
  { width: 1600, height: 900, place: 'beside', stays: true },
  { width: 1280, height: 500, place: 'beside', stays: false },
  { width: 1000, height: 900, place: 'above', stays: false },
])('the card is $place the form at $width × $height; in view while the form scrolls: $stays', async (window) => {
  const { width, height, place, stays } = window
  const { page, open } = harness
  const before = page.viewportSize()!
  await page.setViewportSize({ width, height })
  await open('/content/dapps/new')
  const card = page.getByRole('figure', { name: 'Preview of the card' })
  await panel().getByLabel('Name').fill('Rocket')
  await panel().getByLabel('Description').fill('Fly to the moon, and collect what the others left there. '.repeat(9))
  const boxes = async () => {
    const [figure, form] = [await card.boundingBox(), await panel().locator('form').boundingBox()]
    return { figure: figure!, form: form! }
  }
  const covers = ({ figure, form }: Awaited<ReturnType<typeof boxes>>) =>
    figure.x < form.x + form.width && figure.y < form.y + form.height && figure.y + figure.height > form.y
  const first = await boxes()
  expect(first.figure.x > first.form.x ? 'beside' : 'above').toBe(place)
  await button('Add').scrollIntoViewIfNeeded()
  const scrolled = await boxes()
  for (const seen of [first, scrolled]) expect(covers(seen)).toBe(false)
  const { y } = scrolled.figure
  expect(y >= 0 && y + scrolled.figure.height <= height).toBe(stays)
  expect(await harness.overflow()).toBe(0)
  await panel().getByRole('button', { name: 'Close' }).click()
  await button('Leave').click()
  await page.setViewportSize(before)
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the answers of 404 and 409.
  expect(harness.errors.filter((line) => !/40[49]/.test(line))).toEqual([]))
