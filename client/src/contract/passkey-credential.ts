import * as z from 'zod'

const base64url = (max: number) => z.string().max(max)

const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: base64url(1400).min(1),
    rawId: base64url(1400).min(1),
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(32).nullish(),
    response: z.object({ clientDataJSON: base64url(8192), ...response }),
  })

/** The result of `navigator.credentials.create` as JSON; other fields are ignored. */
export const Registration = credential({
  attestationObject: base64url(32_768),
  transports: z.array(z.string().max(32)).max(8).optional(),
})

/** The result of `navigator.credentials.get` as JSON. */
export const Assertion = credential({
  authenticatorData: base64url(8192),
  signature: base64url(4096),
  userHandle: base64url(256).nullish(),
})
