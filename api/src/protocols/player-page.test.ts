import { expect, test } from 'vitest'
import { createPageRenderer } from './player-page.ts'

test('callers who see the console and callers who do not share one compression of each page', async () => {
  const render = createPageRenderer()
  const [plain, withConsole] = [render('<p>page</p>'), render('<p>page with the console</p>')]
  for (let turn = 0; turn < 3; turn += 1) {
    expect(render('<p>page</p>')).toBe(plain)
    expect(render('<p>page with the console</p>')).toBe(withConsole)
  }
  expect((await plain).etag).not.toBe((await withConsole).etag)
})
