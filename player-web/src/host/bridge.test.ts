import { expect, test, vi } from 'vitest'
import { openBridge } from './bridge.ts'

test('malformed events and failing listeners are told, and stop nothing; a listener that stops hears no more', () => {
  const takers: ((event: unknown) => void)[] = []
  const page: Record<string, unknown> = {
    addEventListener: (_: string, take: (event: unknown) => void) => takers.push(take),
    removeEventListener: () => {},
    dispatchEvent: (event: unknown) => takers.forEach((take) => take(event)),
  }
  Object.assign(page, { self: page, top: page, parent: page })
  vi.stubGlobal('window', page)
  vi.stubGlobal('MessageEvent', function (_: string, init: object) {
    return { ...init, isTrusted: false }
  })
  const warnings: string[] = []
  const heard: unknown[] = []
  const bridge = openBridge((message) => void warnings.push(message))
  expect(bridge.post('web_app_ready')).toBe(false)
  bridge.listen('back_button_pressed', () => {
    throw new Error('broken')
  })
  const stop = bridge.listen('back_button_pressed', () => heard.push('pressed'))
  bridge.listen('popup_closed', (data) => heard.push(data))
  const { receiveEvent } = (page['Telegram'] as { WebView: { receiveEvent: (event: string, data?: unknown) => void } })
    .WebView
  receiveEvent('back_button_pressed')
  receiveEvent('popup_closed', 'garbage')
  receiveEvent('popup_closed', null)
  expect(heard).toEqual(['pressed', {}])
  stop()
  receiveEvent('back_button_pressed')
  expect(heard).toEqual(['pressed', {}])
  expect(warnings).toEqual([
    'web_app_ready could not be sent',
    'A listener for back_button_pressed failed',
    expect.stringContaining('popup_closed'),
    'A listener for back_button_pressed failed',
  ])
  vi.unstubAllGlobals()
})
