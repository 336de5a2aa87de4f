import * as z from 'zod'
import { AccountId, displayNameOf } from '../account.ts'
import { inBody, secretOf } from '../client-authentication.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '../../provider-errors.ts'
import { exchangeCode } from '../exchange-code.ts'
import { parseAnswer, readJson } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { redirectCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice } from '../types.ts'
import { assertIdToken, fitsNonce, isFor, MAX_TOKEN_LENGTH, type NonceRule } from '../verify-id-token.ts'

const standard = { line: 'https://access.line.me', lineApi: 'https://api.line.me' } as const

/** https://developers.line.biz/en/reference/line-login/#verify-id-token */
const Claims = z.object({
  iss: z.string(),
  sub: AccountId,
  aud: z.string(),
  exp: z.int(),
  nonce: z.string().optional(),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
})
const Refusal = z.object({ error: z.string(), error_description: z.string().catch('') })

type Context = ProviderContext<keyof typeof standard>

const provider = 'line'

/** The claims of a token that LINE finds valid for this client. */
const verified = async (
  { addresses, outbound }: Context,
  { idToken, clientId, nonce }: { idToken: string; clientId: string; nonce: NonceRule },
) => {
  if (idToken.length > MAX_TOKEN_LENGTH) throw new ProviderRefusedError('token_refused')
  const response = await outbound(`${addresses.lineApi}/oauth2/v2.1/verify`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id_token: idToken, client_id: clientId }).toString(),
  })
  const body = await readJson(response, provider)
  if (response.status === 400) {
    const { error_description: description } = parseAnswer(Refusal, body, provider)
    throw new ProviderRefusedError(/audience/i.test(description) ? 'token_of_another_app' : 'token_refused')
  }
  if (response.status !== 200) throw new ProviderUnavailableError(`line answered with status ${response.status}`)
  const claims = parseAnswer(Claims, body, provider)
  if (!isFor(claims, clientId)) throw new ProviderRefusedError('token_of_another_app')
  if (claims.iss !== addresses.line || !fitsNonce(claims.nonce, nonce)) throw new ProviderRefusedError('token_refused')
  return claims
}

/**
 * https://developers.line.biz/en/docs/line-login/integrate-line-login/. Its ID tokens are signed with the channel secret
 * after a redirect, and with a key of LINE's in LIFF apps and SDKs; LINE's own endpoint verifies both.
 */
const create = (context: Context): OAuthProviderClient => {
  const { addresses, outbound, avatarUrl } = context
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.line,
    authorizationEndpoint: `${addresses.line}/oauth2/v2.1/authorize`,
    tokenEndpoint: `${addresses.lineApi}/oauth2/v2.1/token`,
    scope: 'openid profile',
    hasIdToken: true,
    authenticate: (client) => inBody(client, secretOf(client)),
  }

  const accountOf = ({ sub, name, picture }: z.output<typeof Claims>): ProviderAccount => ({
    subject: sub,
    display: sub,
    displayName: displayNameOf(name),
    avatarUrl: avatarUrl(picture),
    email: null,
  })

  return {
    ...redirectCalls(server, outbound),
    finish: async (input) => {
      const { accessToken, tokenType, idToken } = await exchangeCode(server, outbound, input)
      const claims = await verified(context, {
        idToken: assertIdToken(idToken, provider),
        clientId: input.client.clientId,
        nonce: { sent: input.nonce },
      })
      return { accessToken, tokenType, account: accountOf(claims) }
    },
    checkIdToken: async ({ clientId }, token, stated) => {
      const claims = await verified(context, { idToken: token, clientId, nonce: { stated } })
      return { account: accountOf(claims), expiresAt: new Date(claims.exp * 1000) }
    },
  }
}

export const line = {
  addresses: standard,
  create,
  consoleUrl: 'https://developers.line.biz/console/',
  docsUrl: 'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
  signsIdTokens: true,
} satisfies ProviderSlice<keyof typeof standard>
