import * as z from 'zod'
import * as endpoints from './endpoints/known-tokens.ts'
import { LONGEST_SYMBOL } from './facts/known-tokens.ts'
import { clearable, Empty, HttpUrl, Id, Instant, name, text } from './fields.ts'
import { networks } from './networks.ts'
import { TokenRef } from './token-ref.ts'
import { route } from './route.ts'

/** Browsers load the picture directly; the content security policy allows https only. */
const IconUrl = HttpUrl.refine(
  (value) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(value),
  'must be an https address',
)

const PriceId = text(1, 100).regex(/^[\w.-]+$/, 'must be letters, digits, dots, hyphens and underscores')

/** A symbol that can be vouched for. */
export const TokenSymbol = name(1, LONGEST_SYMBOL)

export const KnownToken = z
  .object({
    network: z.enum(networks),
    address: z.string().describe('native, or the address; lower case on EVM networks'),
    symbol: z.string(),
    name: z.string(),
    iconUrl: z.string().nullable(),
    priceId: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'KnownToken' })
export type KnownToken = z.input<typeof KnownToken>

const ofApp = z.object({ appId: Id })

const token = {
  network: z.enum(networks),
  address: z
    .string()
    .max(64)
    .describe("native for the network's own token, otherwise the mint's or contract's address"),
}

/** An object with a token reference; requires that the address has the form of its network. */
const naming = <S extends z.ZodRawShape>(more: S) =>
  ofApp.extend({ ...token, ...more }).refine(
    (input) => {
      const { network, address } = input as { network: string; address: string }
      return TokenRef.safeParse(`${network}:${address}`).success
    },
    { path: ['address'], error: "must be native, or a token's address as the network writes it" },
  )

/** The tokens that an app's operator has verified. */
export const knownTokens = {
  list: route(endpoints.knownTokens.list, {
    summary: 'List the tokens whose names an app vouches for',
    description: 'These names, symbols and icons win over what a token says of itself.',
    input: ofApp,
    output: z.array(KnownToken),
    errors: ['app_not_found'],
  }),
  set: route(endpoints.knownTokens.set, {
    summary: 'Vouch for a token: its name, symbol and icon, in place of those that were set before',
    description:
      'Take the address from the issuer itself: wallets show the token by this name without a warning. ' +
      'A price id is how the price source knows the token.',
    input: naming({
      symbol: TokenSymbol,
      name: name(1, 64),
      iconUrl: clearable(IconUrl).optional(),
      priceId: clearable(PriceId).optional().describe("the price source's id of the token, such as usd-coin"),
    }),
    output: KnownToken,
    errors: ['app_not_found', 'too_many_tokens'],
  }),
  remove: route(endpoints.knownTokens.remove, {
    summary: 'Vouch for a token no longer',
    description: 'Wallets then show what the token says of itself, beside its address.',
    input: naming({}),
    output: Empty,
    errors: ['app_not_found', 'token_not_known'],
  }),
}
