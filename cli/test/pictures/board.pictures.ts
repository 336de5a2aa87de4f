import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPublicNodes, signInAsAdmin, testServer, type TestServer } from '../../../api/src/testing.ts'
import { addExampleData } from '../../../api/test/example-data.ts'
import { closeContexts, sharedBrowser } from '../../../client/test/chromium.ts'
import { type Board, createBoard } from '../../src/board/board.ts'
import { typedCalls } from '../../src/board/calls.ts'
import { frameOf } from '../../src/board/frame.ts'
import { type Line, lineText, type Tone } from '../../src/board/lines.ts'
import { openContext } from '../../src/context.ts'

// The pictures of the board in docs/cli.md, made by `npm run pictures`: what it draws for terminals of three widths, in Chromium.

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

let home: string
let server: TestServer
let board: Board
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const token = await signInAsAdmin(server)
  const { user } = await addExampleData(server, token)
  const context = await openContext(
    {
      env: { XDG_CONFIG_HOME: home, OPENAUTH_TOKEN: token, OPENAUTH_ENDPOINT: server.url },
      stdin: new PassThrough(),
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      fetch: globalThis.fetch,
      prompts: undefined as never,
      showProgress: undefined as never,
    },
    {},
  )
  board = createBoard({
    call: typedCalls(context.call),
    every: 5000,
    canSignIn: true,
    isUtc: true,
    host: '127.0.0.1:5566',
  })
  await board.asked
  // Some traffic, of which the trend is drawn: more calls from one moment to the next, and fewer again.
  for (let round = 0; round < 24; round += 1) {
    const calls = Math.round(30 + 25 * Math.sin(round / 3) + (round % 5) * 6)
    await Promise.all(Array.from({ length: calls }, () => user.client.account.profile()))
    await pause(200)
    if (round % 2 === 1) await pause(4800)
    await board.refresh()
  }
})
afterAll(async () => {
  board?.end('quit')
  await closeContexts()
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

/** The colours of a dark terminal. */
const colours: Record<Tone, string> = {
  plain: '#d4d7dd',
  strong: '#ffffff;font-weight:bold',
  faint: '#8b93a1',
  good: '#5ec98f',
  warn: '#e5c07b',
  bad: '#ef7f86',
  accent: '#56b6c2',
}

/** Chromium has no font of one width of its own. In Debian these are in fonts-dejavu-core. */
const fonts = '/usr/share/fonts/truetype/dejavu'
const fontFace = async (file: string, weight: string) => {
  const font = (await readFile(join(fonts, file))).toString('base64')
  return `@font-face{font-family:terminal;font-weight:${weight};src:url(data:font/ttf;base64,${font})}`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const htmlOf = async (lines: readonly Line[]): Promise<string> => {
  const faces = (
    await Promise.all([fontFace('DejaVuSansMono.ttf', '400'), fontFace('DejaVuSansMono-Bold.ttf', '700')])
  ).join('')
  const spans = (line: Line) =>
    line.map(({ text, tone }) => `<span style="color:${colours[tone]}">${escaped(text)}</span>`).join('')
  return `<style>${faces}</style><body style="margin:0;background:#14171c"><pre style="display:inline-block;margin:0;padding:10px 12px;
    font:13px/17px terminal">${lines.map(spans).join('\n')}</pre></body>`
}

/** Draws what the board shows for a terminal of this size, and returns its text. */
const take = async (name: string, columns: number, rows: number): Promise<string> => {
  const { lines } = frameOf(board.state(), columns, rows)
  const context = await (await sharedBrowser()).newContext({ deviceScaleFactor: 1 })
  const page = await context.newPage()
  await page.setContent(await htmlOf(lines))
  await page.evaluate('document.fonts.ready.then(() => 0)')
  await page.locator('pre').screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
  return lines.map(lineText).join('\n')
}

test.each([
  [60, 24],
  [100, 28],
  [200, 34],
])('the overview in %i columns', async (columns, rows) => {
  expect(await take(`cli-board-${columns}`, columns, rows)).toContain('› Harbor Arcade')
})

test('a user', async () => {
  const { data } = board.state().entries[0]
  const app = data?.kind === 'overview' ? data.apps.find(({ name }) => name === 'Harbor Arcade')! : undefined
  const found = await server.as(await signInAsAdmin(server)).users.find({ q: 'amber_lynx', appId: app!.id })
  board.open({ kind: 'app', app: app! })
  board.open({ kind: 'user', app: app!, id: found.data[0]!.id, name: 'amber_lynx' })
  await expect.poll(() => board.state().entries.at(-1)?.data?.kind).toBe('user')
  expect(await take('cli-board-user', 100, 28)).toContain('WALLETS')
})
