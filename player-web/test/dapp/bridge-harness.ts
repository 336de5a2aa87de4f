import type { SolanaPreview } from '@openauth/client'
import { createBridge } from '../../src/features/dapp/bridge/bridge.ts'
import type { WalletCalls } from '../../src/features/dapp/bridge/calls.ts'
import type { Answer } from '../../src/features/dapp/bridge/envelope.ts'
import type { Prompt } from '../../src/features/dapp/bridge/prompts.ts'

export const ORIGIN = 'https://dapp.example'
export const ADDRESS = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'

export const previewOf = (change: Partial<SolanaPreview> = {}): SolanaPreview => ({
  feePayer: ADDRESS,
  fee: '5000',
  lamports: '-1000005000',
  tokens: [],
  actions: [],
  programs: [],
  warnings: [],
  refusal: null,
  ...change,
})

export const refusal: NonNullable<SolanaPreview['refusal']> = {
  code: 'policy_refused',
  message: 'The rules of this app do not allow it',
  issues: [],
}

/** Until what was begun has come as far as it comes without a clock. */
export const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** Calls that work at once, and what was called. */
const countedCalls = (replaced: Partial<WalletCalls>) => {
  const called: [string, ...unknown[]][] = []
  const calls: WalletCalls = {
    address: async () => ADDRESS,
    isAllowed: async () => false,
    remember: async () => {},
    signMessage: async () => Array.from({ length: 64 }, () => 7),
    preview: async () => previewOf(),
    signTransaction: async (transaction) => transaction,
    ...replaced,
  }
  const counted = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...input: never[]) => {
        called.push([name, ...input])
        return (call as (...input: never[]) => unknown)(...input)
      },
    ]),
  ) as unknown as WalletCalls
  return { calls: counted, called }
}

/** A bridge with a frame, a clock and a user of the test's own. */
export const createBridgeHarness = (replaced: Partial<WalletCalls> = {}, origin = ORIGIN) => {
  const frame = { name: 'the frame' }
  const posted: Answer[] = []
  const clock = { now: 1_000_000 }
  const { calls, called } = countedCalls(replaced)
  const now = () => clock.now
  const isFrame = (source: unknown) => source === frame
  const bridge = createBridge({ origin, isFrame, post: (answer) => void posted.push(answer), calls, now })
  const close = bridge.open()
  let count = 0

  const receive = (data: unknown, from: { source?: unknown; origin?: string } = {}) =>
    bridge.receive({ source: frame, origin: ORIGIN, data, ...from })
  const send = (type: string, payload?: unknown, more: object = {}): string => {
    count += 1
    receive({ target: 'iframe-wallet-adapter', id: `r${count}`, type, ...(payload ? { payload } : {}), ...more })
    return `r${count}`
  }
  const payloadOf = (id: string | number) => posted.find((answer) => answer.id === id)?.payload
  const prompt = (): Prompt | undefined => bridge.prompts.current.get()
  /** As a person does: looks, then taps. */
  const approve = async (): Promise<boolean> => {
    const current = prompt()
    if (!current) return false
    bridge.prompts.shown(current)
    await flushPromises()
    clock.now += 600
    const counted = bridge.prompts.approve(current)
    await flushPromises()
    return counted
  }
  const reject = async (): Promise<void> => {
    const current = prompt()
    if (current) bridge.prompts.reject(current)
    await flushPromises()
  }
  /** Connected, with nothing posted or called yet. */
  const connect = async (): Promise<void> => {
    send('connect')
    await flushPromises()
    await approve()
    posted.length = 0
    called.length = 0
    clock.now += 20_000
  }
  return { bridge, close, frame, posted, clock, called, receive, send, payloadOf, prompt, approve, reject, connect }
}
export type BridgeHarness = ReturnType<typeof createBridgeHarness>

export const bytesOf = (text: string): number[] => Array.from(new TextEncoder().encode(text))
