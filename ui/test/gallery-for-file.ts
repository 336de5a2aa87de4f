import { afterAll, beforeAll } from 'vitest'
import { closeContexts } from '../../client/test/chromium.ts'
import { serveGallery } from './gallery.ts'

/** The gallery for a test file: served before its first test, stopped after its last. Returns the address of a page. */
export const galleryForFile = (): ((page: string) => string) => {
  let gallery: Awaited<ReturnType<typeof serveGallery>> | undefined
  beforeAll(async () => {
    gallery = await serveGallery()
  })
  afterAll(async () => {
    await closeContexts()
    await gallery?.stop()
  })
  return (page) => `${gallery!.url}/${page}`
}
