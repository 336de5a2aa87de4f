import { describe, expect, test } from 'vitest'
import { startHost } from './host-harness.ts'

describe('the theme', () => {
  test('comes from the launch parameters at first', () => {
    const { host } = startHost('8.0', { theme: '{"bg_color":"#000","text_color":"#FFFFFF","odd":{},"bad":"red"}' })
    expect(host.theme.get()).toEqual({ colorScheme: 'dark', params: { bg_color: '#000000', text_color: '#ffffff' } })
  })
  test.each([undefined, '', '{', 'null', '[1]', '5'])(
    'invalid launch theme %j gives the light theme without colours',
    (theme) => {
      expect(startHost('8.0', { theme }).host.theme.get()).toEqual({ colorScheme: 'light', params: {} })
    },
  )
  test('a listener is called for changes until it is removed', () => {
    const { host, fire } = startHost('8.0')
    let changes = 0
    const stop = host.theme.subscribe(() => (changes += 1))
    fire('theme_changed', { theme_params: { bg_color: '#101010' } })
    stop()
    fire('theme_changed', { theme_params: { bg_color: '#fefefe' } })
    expect([changes, host.theme.get().colorScheme]).toEqual([1, 'light'])
  })
})

describe('insets', () => {
  test('are the sum of the device’s and Telegram’s', () => {
    const { host, fire, styles } = startHost('8.0')
    fire('safe_area_changed', { top: 47, right: 0, bottom: 34, left: 0 })
    fire('content_safe_area_changed', { top: 46, right: 0, bottom: 0, left: 0 })
    expect(host.insets.get()).toEqual({ top: 93, right: 0, bottom: 34, left: 0 })
    expect(styles).toMatchObject({ '--host-inset-top': '93px', '--host-inset-bottom': '34px' })
  })
  test('are requested since 8.0, and are 0 before', () => {
    expect(startHost('7.10').postedOf('web_app_request_safe_area')).toEqual([])
    expect(startHost('7.10').styles).toMatchObject({ '--host-inset-top': '0px' })
    expect(startHost('8.0').postedOf('web_app_request_content_safe_area')).toHaveLength(1)
  })
})

describe('the viewport', () => {
  test('the stable height stays while the app is dragged', () => {
    const { host, fire, styles } = startHost('8.0')
    expect(host.viewport.get()).toEqual({ isExpanded: false })
    fire('viewport_changed', { height: 600, width: 390, is_expanded: true, is_state_stable: true })
    fire('viewport_changed', { height: 500, width: 390, is_expanded: true, is_state_stable: false })
    expect(host.viewport.get()).toEqual({ height: 500, stableHeight: 600, isExpanded: true })
    expect(styles).toMatchObject({ '--host-viewport-height': '500px', '--host-viewport-stable-height': '600px' })
  })
})

test.each([
  null,
  undefined,
  'text',
  7,
  [[]],
  {},
  { theme_params: 7, top: '9', height: Number.NaN },
  { top: -5, height: 1e9 },
])('an event with malformed data %j changes nothing', (data) => {
  const { host, fire } = startHost('8.0', { theme: '{"bg_color":"#000000"}' })
  for (const event of ['safe_area_changed', 'content_safe_area_changed', 'viewport_changed'] as const) fire(event, data)
  fire('theme_changed', data)
  expect(host.insets.get()).toEqual({ top: 0, right: 0, bottom: 0, left: 0 })
  expect(host.viewport.get().height).toBeUndefined()
  expect(host.theme.get().colorScheme).toBe('dark')
})

test('a disposed host has no listeners', () => {
  const { host, listenerCount } = startHost('8.0')
  host.dispose()
  expect(listenerCount()).toBe(0)
})
