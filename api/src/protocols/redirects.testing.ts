import { expect } from 'vitest'

const pageOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  location: response.headers.get('location'),
  text: await response.text(),
})

/** Expects an error page for people, no redirect loop and no bare 500; returns its parts. */
export const expectRefusalPage = async (response: Response) => {
  const page = await pageOf(response)
  expect(page).toMatchObject({ location: null, type: 'text/html; charset=utf-8' })
  expect(page.status).toBeGreaterThanOrEqual(400)
  expect(page.status).toBeLessThan(500)
  expect(page.text).toContain('could not be finished')
  return page
}
