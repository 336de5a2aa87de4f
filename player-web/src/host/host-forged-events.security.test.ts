import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBridge, type Bridge } from './bridge.ts'
import { isHosts, TELEGRAM_WEB } from './forged-events.ts'

/** What a browser gives of a message; scripts cannot set `isTrusted`. */
interface Message {
  type: 'message'
  isTrusted: boolean
  source: unknown
  origin: string
  data: unknown
}

const agreed = JSON.stringify({ eventType: 'popup_closed', eventData: { button_id: 'ok' } })

/** A window as far as the bridge needs one: node has none, and Node's MessageEvent takes no window as its source. */
const createPage = (framedBy?: object) => {
  const takers: ((event: unknown) => void)[] = []
  const dispatchEvent = (message: Message) => {
    let isStopped = false
    const event = { ...message, stopImmediatePropagation: () => (isStopped = true) }
    for (const take of takers) if (!isStopped) take(event)
  }
  const page: Record<string, unknown> = {
    addEventListener: (_: string, take: (event: unknown) => void) => takers.push(take),
    removeEventListener: (_: string, take: (event: unknown) => void) => takers.splice(takers.indexOf(take), 1),
    dispatchEvent,
  }
  page['self'] = page
  page['parent'] = framedBy ?? page
  const come = (source: unknown, origin: string, data: unknown = agreed) =>
    dispatchEvent({ type: 'message', isTrusted: true, source, origin, data })
  return { page, come }
}

const scriptsEvent = function (type: string, { data, source }: { data: unknown; source: unknown }) {
  return { type, data, source, origin: '', isTrusted: false }
}

const telegram = { name: 'web.telegram.org' }
const dapp = { name: 'a partner’s dapp in our frame' }

let stop = () => {}
const watch = (page: unknown) => {
  vi.stubGlobal('window', page)
  const heard: unknown[] = []
  const bridge: Bridge = openBridge(() => {})
  stop = bridge.listen('popup_closed', (data) => heard.push(data))
  return heard
}

beforeEach(() => void vi.stubGlobal('MessageEvent', scriptsEvent))
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('events forged by others', () => {
  test('a framed dapp cannot press a popup’s button inside Telegram’s apps', () => {
    const { page, come } = createPage()
    const heard = watch(page)
    come(dapp, 'https://dapp.example')
    expect(heard).toEqual([])
  })

  test('nor inside Telegram Web, whatever its origin', () => {
    const { page, come } = createPage(telegram)
    const heard = watch(page)
    come(dapp, 'https://dapp.example')
    come(dapp, TELEGRAM_WEB)
    expect(heard).toEqual([])
  })

  test('nor by other spellings of the same JSON', () => {
    const { page, come } = createPage({ name: 'evil.example' })
    const heard = watch(page)
    come(page['parent'], 'https://evil.example', agreed.replace('eventType', String.raw`event\u0054ype`))
    expect(heard).toEqual([])
  })

  test('a page that frames us is not Telegram', () => {
    const stranger = { name: 'evil.example' }
    const { page, come } = createPage(stranger)
    const heard = watch(page)
    for (const origin of ['https://evil.example', 'https://web.telegram.org.evil.example', 'null', ''])
      come(stranger, origin)
    expect(heard).toEqual([])
  })

  test('a message of a window to itself is not Telegram', () => {
    const { page, come } = createPage()
    const heard = watch(page)
    come(page, 'https://player.example')
    come(page, TELEGRAM_WEB)
    expect(heard).toEqual([])
  })
})

describe('Telegram’s own events', () => {
  test('of its apps, which call a function of the page', () => {
    const { page } = createPage()
    const heard = watch(page)
    const { WebView } = page['Telegram'] as { WebView: { receiveEvent: (event: string, data: unknown) => void } }
    WebView.receiveEvent('popup_closed', { button_id: 'ok' })
    expect(heard).toEqual([{ button_id: 'ok' }])
  })

  test('of Telegram Web, which frames the page', () => {
    const { page, come } = createPage(telegram)
    const heard = watch(page)
    come(telegram, TELEGRAM_WEB)
    expect(heard).toEqual([{ button_id: 'ok' }])
  })
})

test('messages that are no host events pass by: dapps speak to the wallet in objects and texts of their own', () => {
  const { page, come } = createPage()
  watch(page)
  const seen: unknown[] = []
  ;(page['addEventListener'] as Window['addEventListener'])('message', ({ data }: MessageEvent) => seen.push(data))
  const messages = [{ target: 'iframe-wallet-adapter', eventType: 'x' }, 'text', '"eventType"', '[1]', 'null']
  for (const message of messages) come(dapp, 'https://dapp.example', message)
  expect(seen).toEqual(messages)
})

test('who may speak as the host', () => {
  const self = { name: 'player' } as unknown as Window & typeof globalThis
  const top = { self, parent: self }
  const framed = { self, parent: telegram as unknown as Window }
  const from = (source: unknown, origin: string, isTrusted = true) => ({
    isTrusted,
    origin,
    source: source as MessageEventSource,
  })
  expect(isHosts(from(telegram, TELEGRAM_WEB), framed)).toBe(true)
  expect(isHosts(from(self, '', false), top)).toBe(true)
  expect(isHosts(from(telegram, 'https://evil.example'), framed)).toBe(false)
  expect(isHosts(from(dapp, TELEGRAM_WEB), framed)).toBe(false)
  expect(isHosts(from(self, TELEGRAM_WEB), top)).toBe(false)
})
