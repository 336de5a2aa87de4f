import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBridge, type Bridge } from './bridge.ts'
import { isFromHost, TELEGRAM_WEB } from './forged-events.ts'

/** The fields of a browser's MessageEvent that the bridge reads; scripts cannot set `isTrusted`. */
interface Message {
  type: 'message'
  isTrusted: boolean
  source: unknown
  origin: string
  data: unknown
}

const popupConfirmed = JSON.stringify({ eventType: 'popup_closed', eventData: { button_id: 'ok' } })

/** A fake window: Node has none, and its MessageEvent accepts no window as its source. */
const createPage = (framedBy?: object) => {
  const listeners: ((event: unknown) => void)[] = []
  const dispatchEvent = (message: Message) => {
    let isStopped = false
    const event = { ...message, stopImmediatePropagation: () => (isStopped = true) }
    for (const listener of listeners) if (!isStopped) listener(event)
  }
  const page: Record<string, unknown> = {
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) =>
      listeners.splice(listeners.indexOf(listener), 1),
    dispatchEvent,
  }
  page['self'] = page
  page['parent'] = framedBy ?? page
  const postFrom = (source: unknown, origin: string, data: unknown = popupConfirmed) =>
    dispatchEvent({ type: 'message', isTrusted: true, source, origin, data })
  return { page, postFrom }
}

/** The bridge's synthetic event. */
const syntheticEvent = function (type: string, { data, source }: { data: unknown; source: unknown }) {
  return { type, data, source, origin: '', isTrusted: false }
}

const telegram = { name: 'web.telegram.org' }
const dapp = { name: 'a partner’s dapp in our frame' }

let removeListener = () => {}
const openAndListen = (page: unknown) => {
  vi.stubGlobal('window', page)
  const received: unknown[] = []
  const bridge: Bridge = openBridge(() => {})
  removeListener = bridge.listen('popup_closed', (data) => received.push(data))
  return received
}

beforeEach(() => void vi.stubGlobal('MessageEvent', syntheticEvent))
afterEach(() => {
  removeListener()
  vi.unstubAllGlobals()
})

describe('forged events', () => {
  test('a framed dapp cannot press a popup’s button inside Telegram’s apps', () => {
    const { page, postFrom } = createPage()
    const received = openAndListen(page)
    postFrom(dapp, 'https://dapp.example')
    expect(received).toEqual([])
  })

  test('a framed dapp cannot press it inside Telegram Web, whatever its origin', () => {
    const { page, postFrom } = createPage(telegram)
    const received = openAndListen(page)
    postFrom(dapp, 'https://dapp.example')
    postFrom(dapp, TELEGRAM_WEB)
    expect(received).toEqual([])
  })

  test('a framing page cannot press it with the JSON key escaped', () => {
    const { page, postFrom } = createPage({ name: 'evil.example' })
    const received = openAndListen(page)
    postFrom(page['parent'], 'https://evil.example', popupConfirmed.replace('eventType', String.raw`event\u0054ype`))
    expect(received).toEqual([])
  })

  test('a page that frames us is not Telegram', () => {
    const stranger = { name: 'evil.example' }
    const { page, postFrom } = createPage(stranger)
    const received = openAndListen(page)
    for (const origin of ['https://evil.example', 'https://web.telegram.org.evil.example', 'null', ''])
      postFrom(stranger, origin)
    expect(received).toEqual([])
  })

  test('a message of a window to itself is not Telegram', () => {
    const { page, postFrom } = createPage()
    const received = openAndListen(page)
    postFrom(page, 'https://player.example')
    postFrom(page, TELEGRAM_WEB)
    expect(received).toEqual([])
  })
})

describe('Telegram’s own events', () => {
  test('of its apps, which call a function of the page, are received', () => {
    const { page } = createPage()
    const received = openAndListen(page)
    const { WebView } = page['Telegram'] as { WebView: { receiveEvent: (event: string, data: unknown) => void } }
    WebView.receiveEvent('popup_closed', { button_id: 'ok' })
    expect(received).toEqual([{ button_id: 'ok' }])
  })

  test('of Telegram Web, which frames the page, are received', () => {
    const { page, postFrom } = createPage(telegram)
    const received = openAndListen(page)
    postFrom(telegram, TELEGRAM_WEB)
    expect(received).toEqual([{ button_id: 'ok' }])
  })
})

test('messages in other formats than host events pass: dapps send their own to the wallet', () => {
  const { page, postFrom } = createPage()
  openAndListen(page)
  const seen: unknown[] = []
  ;(page['addEventListener'] as Window['addEventListener'])('message', ({ data }: MessageEvent) => seen.push(data))
  const messages = [{ target: 'iframe-wallet-adapter', eventType: 'x' }, 'text', '"eventType"', '[1]', 'null']
  for (const message of messages) postFrom(dapp, 'https://dapp.example', message)
  expect(seen).toEqual(messages)
})

test('isFromHost accepts Telegram Web as the parent frame and synthetic events', () => {
  const self = { name: 'player' } as unknown as Window & typeof globalThis
  const top = { self, parent: self }
  const framed = { self, parent: telegram as unknown as Window }
  const from = (source: unknown, origin: string, isTrusted = true) => ({
    isTrusted,
    origin,
    source: source as MessageEventSource,
  })
  expect(isFromHost(from(telegram, TELEGRAM_WEB), framed)).toBe(true)
  expect(isFromHost(from(self, '', false), top)).toBe(true)
  expect(isFromHost(from(telegram, 'https://evil.example'), framed)).toBe(false)
  expect(isFromHost(from(dapp, TELEGRAM_WEB), framed)).toBe(false)
  expect(isFromHost(from(self, TELEGRAM_WEB), top)).toBe(false)
})
