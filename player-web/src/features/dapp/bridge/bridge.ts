import type { WalletCalls } from './calls.ts'
import { createConnection } from './connection.ts'
import { type Answer, answerTo, type Request, requestIn } from './envelope.ts'
import { createGuard } from './guard.ts'
import { createPrompts, type Prompts } from './prompts.ts'
import { failed, failedWith, type Payload, refusals } from './refusals.ts'
import { signMessage, signTransaction } from './signing.ts'

export interface BridgeOptions {
  /** The registered dapp's exact origin. */
  origin: string
  /** Whether a message's source is the dapp's frame. */
  isFrame: (source: unknown) => boolean
  /** Posts to the frame, for `origin` only. */
  post: (answer: Answer) => void
  calls: WalletCalls
  /** Milliseconds, never backwards. */
  now: () => number
}

/** The fields of a MessageEvent that the bridge reads. */
export interface Message {
  source: unknown
  origin: string
  data: unknown
}

/** The handler of each type of request. */
const createHandler = (calls: WalletCalls, prompts: Prompts, now: () => number) => {
  const { connect, disconnect, isConnected } = createConnection(calls, prompts)
  return async ({ type, payload }: Request): Promise<Payload> => {
    switch (type) {
      case 'install':
        return {}
      case 'connect':
        return connect()
      case 'disconnect':
        return disconnect()
      case 'signMessage':
        return isConnected() ? signMessage(payload, calls, prompts) : failed(refusals.notConnected)
      case 'signTransaction':
        return isConnected() ? signTransaction(payload, calls, prompts, now) : failed(refusals.notConnected)
      default:
        return failed(refusals.unknownType)
    }
  }
}

/**
 * The wallet's side of the messages with one embedded dapp. It signs, and tells the address, only for the registered
 * origin in its own frame and with the user's consent.
 */
export const createBridge = ({ origin, isFrame, post, calls, now }: BridgeOptions) => {
  const guard = createGuard(now)
  const prompts = createPrompts(now)
  const handle = createHandler(calls, prompts, now)
  let isOpen = false
  /** Counts the frame's pages: a signature that one page requested is not sent to the next. */
  let page = 0

  const reply = (request: Request, payload: Payload): void => {
    if (payload && isOpen) post(answerTo(request.id, payload))
  }
  const serve = async (request: Request): Promise<void> => {
    const asker = page
    const payload = await handle(request).catch(failedWith)
    guard.closeId(request.id)
    if (asker === page || !request.type.startsWith('sign')) reply(request, payload)
  }
  const pageChanged = (): void => {
    page += 1
    prompts.cancelAll()
  }
  const take = (request: Request): void => {
    const verdict = guard.pace()
    if (verdict === 'refuse') reply(request, failed(refusals.tooFast))
    if (verdict !== 'take') return
    // `install` may be repeated under one id.
    if (request.type === 'install' || guard.openId(request.id)) void serve(request)
  }

  return {
    prompts,
    /** Handles a message. Messages for other receivers or from other senders are ignored. */
    receive: ({ source, origin: sender, data }: Message): void => {
      if (!isOpen || !isFrame(source)) return
      // The frame now shows a page of another origin.
      if (sender !== origin || sender === 'null') return pageChanged()
      const request = requestIn(data)
      if (request) take(request)
    },
    /** Called when the frame has loaded another page. */
    pageChanged,
    /** Starts to handle messages. The returned function ends that for good and cancels open requests. */
    open: (): (() => void) => {
      isOpen = true
      return () => {
        isOpen = false
        pageChanged()
      }
    },
  }
}
export type Bridge = ReturnType<typeof createBridge>
