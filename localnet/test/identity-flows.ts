import type { RedirectProvider } from '@openauth/client'
import { expect } from 'vitest'
import type { IdentityWorld } from '../src/identity/world.ts'
import { basic, callback, challenge, post, verifier, withQuery } from './identity-world.ts'

type World = () => IdentityWorld

/** Where and how each provider exchanges codes, and who it then says one is. Apple has no profile call. */
const flowsOf = (world: World) =>
  ({
    google: {
      authorize: () => `${world().addresses.googleAccounts}/o/oauth2/v2/auth`,
      token: () => `${world().addresses.googleOauth}/token`,
      me: () => `${world().addresses.googleOpenid}/v1/userinfo`,
      scope: 'openid email profile',
      subject: () => ({
        sub: world().people[1]?.subjects.google,
        email: 'player.two@example.com',
        email_verified: true,
      }),
      badCode: { status: 400, body: { error: 'invalid_grant' } },
      badExchange: {
        noVerifier: { error: 'invalid_grant', error_description: 'Missing code verifier.' },
        otherVerifier: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
        otherRedirect: { error: 'redirect_uri_mismatch' },
      },
      badClient: { status: 401, body: { error: 'invalid_client' } },
      badToken: { status: 401, body: { error: 'invalid_request' } },
    },
    discord: {
      authorize: () => `${world().addresses.discord}/oauth2/authorize`,
      token: () => `${world().addresses.discord}/api/oauth2/token`,
      me: () => `${world().addresses.discord}/api/users/@me`,
      scope: 'identify email',
      subject: () => ({ id: world().people[1]?.subjects.discord, username: 'player_two', verified: true }),
      badCode: { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' } },
      badExchange: {
        noVerifier: { error: 'invalid_grant', error_description: 'Missing "code_verifier" in request.' },
        otherVerifier: { error: 'invalid_grant', error_description: 'Invalid "code_verifier" in request.' },
        otherRedirect: { error: 'invalid_request', error_description: 'Invalid "redirect_uri" in request.' },
      },
      badClient: { status: 401, body: { error: 'invalid_client' } },
      badToken: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
    },
    twitter: {
      authorize: () => `${world().addresses.twitter}/i/oauth2/authorize`,
      token: () => `${world().addresses.twitterApi}/2/oauth2/token`,
      me: () => `${world().addresses.twitterApi}/2/users/me?user.fields=profile_image_url`,
      scope: 'users.read tweet.read',
      subject: () => ({
        data: expect.objectContaining({ id: world().people[1]?.subjects.twitter, username: 'player_two' }),
      }),
      badCode: {
        status: 400,
        body: {
          error: 'invalid_request',
          error_description: 'Value passed for the authorization code was invalid.',
        },
      },
      badExchange: {
        noVerifier: { error: 'invalid_request', error_description: 'Missing required parameter [code_verifier].' },
        otherVerifier: {
          error: 'invalid_request',
          error_description: 'Value passed for the code verifier did not match the code challenge.',
        },
        otherRedirect: {
          error: 'invalid_request',
          error_description: 'Value passed for the redirect uri did not match the uri of the authorization code.',
        },
      },
      badClient: { status: 401, body: { error: 'unauthorized_client' } },
      badToken: {
        status: 401,
        body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
      },
    },
    tiktok: {
      authorize: () => `${world().addresses.tiktok}/v2/auth/authorize/`,
      token: () => `${world().addresses.tiktokApi}/v2/oauth/token/`,
      me: () => `${world().addresses.tiktokApi}/v2/user/info/?fields=open_id,union_id,display_name`,
      scope: 'user.info.basic',
      subject: () => ({
        data: {
          user: {
            open_id: world().people[1]?.subjects.tiktok,
            union_id: world().people[1]?.subjects.tiktokUnion,
            display_name: 'Player Two',
          },
        },
        error: expect.objectContaining({ code: 'ok', message: '' }),
      }),
      badCode: { status: 200, body: { error: 'invalid_grant', log_id: expect.any(String) } },
      badExchange: {
        noVerifier: { error: 'invalid_grant', error_description: 'Code verifier or code challenge is invalid.' },
        otherVerifier: { error: 'invalid_grant', error_description: 'Code verifier or code challenge is invalid.' },
        otherRedirect: {
          error: 'invalid_grant',
          error_description: 'Redirect_uri is not matched with the uri when requesting code.',
        },
      },
      badClient: { status: 400, body: { error: 'invalid_client' } },
      badToken: { status: 401, body: { error: expect.objectContaining({ code: 'access_token_invalid' }) } },
    },
    github: {
      authorize: () => `${world().addresses.github}/login/oauth/authorize`,
      token: () => `${world().addresses.github}/login/oauth/access_token`,
      me: () => `${world().addresses.githubApi}/user`,
      scope: 'read:user user:email',
      subject: () => ({ id: world().people[1]?.subjects.github, login: 'player-two', email: null }),
      badCode: { status: 200, body: { error: 'bad_verification_code' } },
      badExchange: {
        noVerifier: { error: 'bad_verification_code' },
        otherVerifier: { error: 'bad_verification_code' },
        otherRedirect: { error: 'redirect_uri_mismatch' },
      },
      badClient: { status: 200, body: { error: 'incorrect_client_credentials' } },
      badToken: { status: 401, body: { message: 'Bad credentials' } },
    },
    huggingface: {
      authorize: () => `${world().addresses.huggingface}/oauth/authorize`,
      token: () => `${world().addresses.huggingface}/oauth/token`,
      me: () => `${world().addresses.huggingface}/oauth/userinfo`,
      scope: 'openid profile email',
      subject: () => ({ sub: world().people[1]?.subjects.huggingface, preferred_username: 'player-two' }),
      badCode: { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid code' } },
      badExchange: {
        noVerifier: { error: 'invalid_grant', error_description: 'Missing code_verifier' },
        otherVerifier: { error: 'invalid_grant', error_description: 'Invalid code_verifier' },
        otherRedirect: { error: 'invalid_grant', error_description: 'Invalid redirect_uri' },
      },
      badClient: { status: 401, body: { error: 'invalid_client' } },
      badToken: { status: 401, body: { error: 'Invalid credentials in Authorization header' } },
    },
    line: {
      authorize: () => `${world().addresses.line}/oauth2/v2.1/authorize`,
      token: () => `${world().addresses.lineApi}/oauth2/v2.1/token`,
      me: () => `${world().addresses.lineApi}/oauth2/v2.1/userinfo`,
      scope: 'openid profile',
      subject: () => ({ sub: world().people[1]?.subjects.line, name: 'Player Two' }),
      badCode: { status: 400, body: { error: 'invalid_grant', error_description: 'invalid authorization code' } },
      badExchange: {
        noVerifier: { error: 'invalid_grant', error_description: 'code_verifier is required' },
        otherVerifier: { error: 'invalid_grant', error_description: 'invalid code_verifier' },
        otherRedirect: { error: 'invalid_grant', error_description: 'redirect_uri does not match' },
      },
      badClient: { status: 400, body: { error: 'invalid_client' } },
      badToken: { status: 401, body: { error: 'invalid_token' } },
    },
  }) as const satisfies Record<Exclude<RedirectProvider, 'apple'>, object>

export type FlowName = keyof ReturnType<typeof flowsOf>

/** The name of the parameter with a client's id. */
export const idName = (name: FlowName) => (name === 'tiktok' ? 'client_key' : 'client_id')

/** The redirect logins of an identity world: each provider's table, and the requests of its steps. */
export const redirectLogins = (world: World) => {
  const flows = flowsOf(world)
  const names = Object.keys(flows) as FlowName[]

  const authorizeUrl = (name: FlowName, changes: Record<string, string> = {}): string =>
    withQuery(flows[name].authorize(), {
      [idName(name)]: world().clients[name].own.clientId,
      redirect_uri: callback(name),
      response_type: 'code',
      scope: flows[name].scope,
      state: 'a state & more',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    })

  const newCode = async (name: FlowName): Promise<string> => {
    const back = new URL((await world().consent(authorizeUrl(name), world().people[1])).url)
    return back.searchParams.get('code') ?? ''
  }

  const exchange = (
    name: FlowName,
    code: string,
    changes: Record<string, string> = {},
    owner: 'own' | 'foreign' = 'own',
  ) => {
    const client = world().clients[name][owner]
    const inForm = ['tiktok', 'github', 'line'].includes(name)
    return post(
      flows[name].token(),
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback(name),
        code_verifier: verifier,
        ...(inForm && { [idName(name)]: client.clientId, client_secret: client.clientSecret }),
        ...changes,
      },
      { accept: 'application/json', ...(!inForm && basic(client)) },
    )
  }

  return { flows, names, authorizeUrl, newCode, exchange }
}
