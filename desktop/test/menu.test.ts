import { describe, expect, test } from 'vitest'
import { menuOf } from '../src/main/menu.ts'
import { createWords } from '../src/main/words.ts'
import { type Locale, localeNames } from '../src/renderer/i18n/locales.ts'

const actions = { openPalette: () => {}, openShortcuts: () => {}, copyDiagnostics: () => {}, openLogFolder: () => {} }

/** Every entry of the menu and of its submenus. */
const entriesOf = (platform: NodeJS.Platform, locale: Locale = 'en', isDevelopment = false, more = {}) => {
  const words = createWords()
  words.set(locale)
  return menuOf(platform, words.t, { ...actions, ...more }, isDevelopment).flatMap((menu) => [
    menu,
    ...(menu.submenu as []),
  ])
}

const rolesOf = (...options: Parameters<typeof entriesOf>) => entriesOf(...options).map(({ role }) => role)

describe.each(['darwin', 'win32', 'linux'] as const)('on %s', (platform) => {
  test('text can be edited by its keys, the page reloaded, and the program ended', () => {
    const needed = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'reload', 'close', 'quit']
    expect(rolesOf(platform)).toEqual(expect.arrayContaining(needed))
  })

  test.each(localeNames)('every entry has words in %s', (locale) => {
    const labelled = entriesOf(platform, locale).filter(({ type }) => type !== 'separator')
    expect(labelled.filter(({ label }) => !label || /[{}]/.test(label))).toEqual([])
  })

  test('updates are there where the package has a feed of them', () => {
    const labels = (more: object) => entriesOf(platform, 'en', false, more).map(({ label }) => label)
    expect(labels({})).not.toContain('Check for updates…')
    expect(labels({ checkForUpdates: () => {} }).filter((label) => label === 'Check for updates…')).toHaveLength(1)
  })

  test('developer tools are there during development only', () => {
    expect(rolesOf(platform)).not.toContain('toggleDevTools')
    expect(rolesOf(platform, 'en', true)).toContain('toggleDevTools')
  })
})

test('only macOS has a menu of the application', () => {
  expect(rolesOf('darwin')).toContain('hideOthers')
  expect(rolesOf('win32')).not.toContain('hideOthers')
})
