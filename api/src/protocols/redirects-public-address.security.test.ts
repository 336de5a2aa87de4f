import { describe, expect, test } from 'vitest'
import { pageOrigin, startLoginWorld } from '../features/login/testing.ts'
import { expectRefusalPage } from './redirects.testing.ts'

describe('the public address of redirect logins', () => {
  test('is not guessed if the operator has not set it', async () => {
    const ownWorld = await startLoginWorld({ NODE_ENV: 'production' })
    const { port } = new URL(ownWorld.server.url)
    const path = `/auth/${ownWorld.app.id}/github/oauth?redirectUrl=${encodeURIComponent(pageOrigin)}`
    const response = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })
    const page = await expectRefusalPage(response)
    expect(page.text).toContain('OPENAUTH_PUBLIC_URL')
    await ownWorld.stop()
  })

  test('over TLS gives the cookie the __Host- prefix, so that no other host can set it', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_PUBLIC_URL: 'HTTPS://auth.example.com/' })
    const path = `/auth/${ownWorld.app.id}/github/oauth?openauth_at=public&redirectUrl=${encodeURIComponent(pageOrigin)}`
    const response = await fetch(`${ownWorld.server.url}${path}`, { redirect: 'manual' })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-openauth_login=.*Path=\/.*Secure/i)
    await ownWorld.stop()
  })
})
