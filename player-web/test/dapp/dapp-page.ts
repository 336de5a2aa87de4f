import { createPublicKey, verify } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import type { Frame, Page } from 'playwright-core'
import { expect, vi } from 'vitest'

type Payload = Record<string, unknown>

/** The frame of an origin, once its adapter is there. */
export const frameOf = async (page: Page, origin: string): Promise<Frame> =>
  vi.waitFor(
    async () => {
      const frame = page.frames().find((each) => each.url().startsWith(origin))
      expect(await frame?.evaluate('typeof ask')).toBe('function')
      return frame!
    },
    { timeout: 120_000, interval: 100 },
  )
/** What the dapp in a frame asks its adapter for, and the answer's payload. */
export const ask = (frame: Frame, type: string, payload?: object): Promise<Payload> =>
  frame.evaluate(`ask(${JSON.stringify(type)}, ${JSON.stringify(payload ?? null)})`) as Promise<Payload>

export const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses in the dialog. */
export const tap = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Whether a signature is the wallet's under this text. */
export const isSigned = (address: string, message: string, signature: number[]): boolean => {
  const x = Buffer.from(new PublicKey(address).toBytes()).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, Buffer.from(signature))
}
