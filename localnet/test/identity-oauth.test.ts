import { describe, expect, test } from 'vitest'
import { idName, redirectLogins } from './identity-flows.ts'
import { basic, bearer, call, callback, post, useWorld, verifier } from './identity-world.ts'

const world = useWorld()

const { flows, names, authorizeUrl, newCode, exchange } = redirectLogins(world)

describe.each(names)('%s', (name) => {
  const flow = flows[name]

  test('signs a person in by a code', async () => {
    const back = new URL((await world().consent(authorizeUrl(name), world().people[1])).url)
    expect(back.href.startsWith(`${callback(name)}?`)).toBe(true)
    expect(back.searchParams.get('state')).toBe('a state & more')
    const tokens = await exchange(name, back.searchParams.get('code') ?? '')
    expect(tokens).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect(String(tokens.body.token_type).toLowerCase()).toBe('bearer')
    const me = await call(flow.me(), bearer(tokens.body.access_token))
    expect(me).toMatchObject({ status: 200, body: flow.subject() })
  })

  test('a code is good for one exchange', async () => {
    const code = await newCode(name)
    expect((await exchange(name, code)).body.access_token).toBeTruthy()
    expect(await exchange(name, code)).toMatchObject(flow.badCode)
  })

  test('a code does not outlive its time', async () => {
    const code = await newCode(name)
    world().clockSkew(601)
    const late = await exchange(name, code)
    world().clockSkew(0)
    expect(late).toMatchObject(flow.badCode)
  })

  test('a code is refused to another client', async () => {
    expect(await exchange(name, await newCode(name), {}, 'foreign')).toMatchObject(flow.badCode)
  })

  test('a code is refused without its verifier, with another, and with another redirect address', async () => {
    const { noVerifier, otherVerifier, otherRedirect } = flow.badExchange
    const wrong: [Record<string, string>, object][] = [
      [{ code_verifier: '' }, noVerifier],
      [{ code_verifier: 'another' }, otherVerifier],
      [{ redirect_uri: callback('other') }, otherRedirect],
    ]
    for (const [changes, error] of wrong)
      expect((await exchange(name, await newCode(name), changes)).body).toMatchObject(error)
  })

  test('a wrong secret is refused', async () => {
    const { clientId } = world().clients[name].own
    const form = { [idName(name)]: clientId, client_secret: 'wrong', grant_type: 'authorization_code', code: 'any' }
    expect(await post(flow.token(), form, { accept: 'application/json' })).toMatchObject(flow.badClient)
  })

  test('declining returns the provider’s error and the state', async () => {
    const { url } = await world().consent(authorizeUrl(name), 'cancel')
    const back = new URL(url).searchParams
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'a state & more', null])
  })

  test('an unknown client and an unregistered redirect address get an error page', async () => {
    const wrong = [
      { [idName(name)]: 'nobody' },
      { redirect_uri: 'https://example.com/' },
      { redirect_uri: callback('x') },
    ]
    for (const changes of wrong) {
      const response = await fetch(authorizeUrl(name, changes), { redirect: 'manual' })
      expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html'])
    }
  })

  test('an unknown access token is refused as the provider refuses it', async () => {
    expect(await call(flow.me(), bearer('nothing'))).toMatchObject(flow.badToken)
  })

  test('an issued token is as good as one from a code', async () => {
    const { accessToken } = await world().issue[name]({ person: world().people[1] })
    expect(await call(flow.me(), bearer(accessToken))).toMatchObject({ status: 200, body: flow.subject() })
  })
})

test('a browser’s form signs in through the consent page', async () => {
  const page = await (await fetch(authorizeUrl('github'))).text()
  expect(page).toContain('Continue as Player One')
  expect(page).toContain('Local stand-in')
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = { method: 'POST', body: new URLSearchParams({ person: 'one' }), redirect: 'manual' } as const
  const answer = await fetch(world().url + action, form)
  expect(answer.status).toBe(302)
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[0-9a-f]{20}$/)
  expect((await fetch(world().url + action, form)).status).toBe(404)
})

test('X asks for PKCE', async () => {
  const response = await fetch(authorizeUrl('twitter', { code_challenge: '' }))
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('code_challenge')
})

test('the way back from Google and Discord names the issuer', async () => {
  const issuers = { google: world().addresses.googleAccounts, discord: world().addresses.discord }
  for (const name of ['google', 'discord'] as const)
    for (const choice of ['cancel', undefined] as const)
      expect((await world().consent(authorizeUrl(name), choice)).fields.iss).toBe(issuers[name])
})

test('a plain code challenge is taken by Google and X only', async () => {
  for (const name of names) {
    const response = await fetch(authorizeUrl(name, { code_challenge_method: 'plain' }))
    expect([name, response.status]).toEqual([name, name === 'google' || name === 'twitter' ? 200 : 400])
  }
})

test('X names only what was asked for', async () => {
  const { accessToken } = await world().issue.twitter()
  const { body } = await call(`${world().addresses.twitterApi}/2/users/me`, bearer(accessToken))
  expect(Object.keys(body.data as object)).toEqual(['id', 'name', 'username'])
})

test('GitHub answers in a form unless JSON is asked for', async () => {
  const { own } = world().clients.github
  const form = { client_id: own.clientId, client_secret: own.clientSecret, code: await newCode('github') }
  const body = new URLSearchParams({ ...form, code_verifier: verifier })
  const answer = await fetch(flows.github.token(), { method: 'POST', body })
  expect(new URLSearchParams(await answer.text()).get('scope')).toBe('read:user,user:email')
})

test('GitHub lists hidden addresses', async () => {
  const { accessToken } = await world().issue.github({ person: world().people[1] })
  const response = await fetch(`${world().addresses.githubApi}/user/emails`, bearer(accessToken))
  const mine = { email: 'player.two@example.com', primary: true, verified: true, visibility: 'private' }
  expect(await response.json()).toContainEqual(mine)
})

test('GitHub tells whose client a token is', async () => {
  const { own, foreign } = world().clients.github
  const { accessToken } = await world().issue.github({ client: foreign })
  const check = (client: typeof own) =>
    call(`${world().addresses.githubApi}/applications/${client.clientId}/token`, {
      method: 'POST',
      headers: { ...basic(client), 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: accessToken }),
    })
  expect(await check(own)).toMatchObject({ status: 404, body: { message: 'Not Found' } })
  const app = { client_id: foreign.clientId }
  expect(await check(foreign)).toMatchObject({ status: 200, body: { app, user: { login: 'player-one' } } })
})

test('Discord tells whose client a token is', async () => {
  const { foreign } = world().clients.discord
  const { accessToken } = await world().issue.discord({ client: foreign })
  expect(await call(`${world().addresses.discord}/api/v10/oauth2/@me`, bearer(accessToken))).toMatchObject({
    body: { application: { id: foreign.clientId }, user: { id: world().people[0]?.subjects.discord } },
  })
})

test('TikTok names a person differently to each client', async () => {
  const { own, foreign } = world().clients.tiktok
  const [mine, theirs] = await Promise.all([own, foreign].map((client) => world().issue.tiktok({ client })))
  expect(mine?.openId).toBe(world().people[0]?.subjects.tiktok)
  expect(mine?.openId).not.toBe(theirs?.openId)
})

test('overrides replace what a provider says of a person', async () => {
  const { accessToken } = await world().issue.discord({ overrides: { verified: false, email: null } })
  const { body } = await call(flows.discord.me(), bearer(accessToken))
  expect(body).toMatchObject({ verified: false, email: null, username: 'player_one' })
})

test('pictures are where the providers say they are', async () => {
  const { accessToken } = await world().issue.github()
  const { body } = await call(flows.github.me(), bearer(accessToken))
  const response = await fetch(String(body.avatar_url))
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.headers.get('content-type'), bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG'])
})
