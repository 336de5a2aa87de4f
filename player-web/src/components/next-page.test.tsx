import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NextPage } from './states.tsx'

const read = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => {},
}
const shown = (query: Partial<typeof read>) =>
  renderToStaticMarkup(<NextPage query={{ ...read, ...query }} label="Show more" />)

test('a list offers its next page, says that reading it failed and offers to try again, and ends with nothing', () => {
  expect(shown({})).toContain('>Show more<')
  expect(shown({})).not.toContain('role="alert"')
  const failed = shown({ isFetchNextPageError: true })
  expect(failed).toMatch(/<p role="alert">[^<]+<\/p>/)
  expect(failed).not.toContain('Show more')
  expect(failed).toMatch(/<button[^>]*>/)
  expect(shown({ hasNextPage: false })).toBe('')
})
