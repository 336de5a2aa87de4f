import { expect, test, vi } from 'vitest'
import { openBridge } from './bridge.ts'

test('malformed events and failing listeners are only logged; a removed listener is not called', () => {
  const listeners: ((event: unknown) => void)[] = []
  const page: Record<string, unknown> = {
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
    removeEventListener: () => {},
    dispatchEvent: (event: unknown) => listeners.forEach((listener) => listener(event)),
  }
  Object.assign(page, { self: page, top: page, parent: page })
  vi.stubGlobal('window', page)
  vi.stubGlobal('MessageEvent', function (_: string, init: object) {
    return { ...init, isTrusted: false }
  })
  const warnings: string[] = []
  const received: unknown[] = []
  const bridge = openBridge((message) => void warnings.push(message))
  expect(bridge.post('web_app_ready')).toBe(false)
  bridge.listen('back_button_pressed', () => {
    throw new Error('broken')
  })
  const removeListener = bridge.listen('back_button_pressed', () => received.push('pressed'))
  bridge.listen('popup_closed', (data) => received.push(data))
  const { receiveEvent } = (page['Telegram'] as { WebView: { receiveEvent: (event: string, data?: unknown) => void } })
    .WebView
  receiveEvent('back_button_pressed')
  receiveEvent('popup_closed', 'garbage')
  receiveEvent('popup_closed', null)
  expect(received).toEqual(['pressed', {}])
  removeListener()
  receiveEvent('back_button_pressed')
  expect(received).toEqual(['pressed', {}])
  expect(warnings).toEqual([
    'web_app_ready could not be sent',
    'A listener for back_button_pressed failed',
    expect.stringContaining('popup_closed'),
    'A listener for back_button_pressed failed',
  ])
  vi.unstubAllGlobals()
})
