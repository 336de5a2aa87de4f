import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubjects } from './console-subjects.ts'
import { type ConsoleForm, consoleForms, fillIn, formOn, type Subjects } from './console-forms.ts'
import { isTaken } from './form-drafts.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let subjects: Subjects
/** All texts in the bodies of changes that the server took. */
const taken: string[] = []

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

beforeAll(async () => {
  harness = await openConsole('/apps', { session: 'own' })
  subjects = await createSubjects(harness)
  harness.page.on('response', (response) => {
    const request = response.request()
    if (response.ok() && request.method() !== 'GET' && request.postData())
      taken.push(...textsIn(request.postDataJSON()))
  })
})
afterAll(() => harness.stop())

/** Right to left, a text that turns the direction around, emoji, markup. */
const texts = [
  '\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD',
  'abc \u202Edef\u202C',
  '👩‍👩‍👧‍👦🏴‍☠️🇺🇳',
  `<img src=x onerror="document.title='run'">&amp;</script>`,
]

/** The fields that are typed into; a confirmation asks for one certain name or password. */
const textFields = async (form: Locator): Promise<{ field: Locator; before: string; isSecret: boolean }[]> => {
  const all = await form
    .locator(
      'input:not([type=checkbox], [type=radio], [type=file], [type=color], [type=number], [autocomplete=current-password], [aria-hidden=true]), textarea',
    )
    .all()
  const found = []
  for (const field of all) {
    const label = await field.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent ?? '')
    if (label.startsWith('Type ') || !(await field.isVisible()) || !(await field.isEditable())) continue
    const isSecret = (await field.getAttribute('type')) === 'password'
    found.push({ field, before: await field.inputValue(), isSecret })
  }
  return found
}

/** Does not wait for a field that is gone. */
const isRefused = async (field: Locator) => (await field.and(field.page().locator('[aria-invalid=true]')).count()) > 0

/** What stands beside a field. */
const messageOf = (field: Locator) =>
  field.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  })

const submit = async (form: Locator) => {
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit())
  const isBusy = async () => (await form.count()) > 0 && (await form.locator('[aria-busy=true]').count()) > 0
  await expect.poll(isBusy).toBe(false)
}

const expectSoundPage = async () => {
  const { page } = harness
  expect(await harness.overflow()).toBe(0)
  expect(await page.getByText('This screen has stopped working').count()).toBe(0)
  expect(await page.title()).not.toBe('run')
  const wide = 'form, [role=dialog], main'
  const overflowing = await page
    .locator(wide)
    .evaluateAll((elements) =>
      elements
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ className }) => className),
    )
  expect(overflowing).toEqual([])
}

type Entry = Awaited<ReturnType<typeof textFields>>[number] & { value: string }

const refusedOf = async (entries: Iterable<Entry>) => {
  const refused = []
  for (const entry of entries) if (await isRefused(entry.field)) refused.push(entry)
  return refused
}

/** Waits until the form is taken, or says beside a field what is wrong. Returns the refused fields. */
const answerOf = async (shown: Locator, typed: Entry[]) => {
  const isAnswered = async () => (await refusedOf(typed)).length > 0 || (await isTaken(shown))
  await expect.poll(isAnswered, { message: 'an answer to the form, at a field or as a whole' }).toBe(true)
  await expectSoundPage()
  return refusedOf(typed)
}

/** Types into all fields; puts back what is refused, until the form is taken. Returns what was not refused. */
const typeAndSubmit = async (shown: Locator, { valueOf, back }: Typing) => {
  const typed = (await textFields(shown)).map((entry, index) => ({ ...entry, value: valueOf(index) }))
  const accepted = new Set(typed)
  for (const { field, value } of typed) await field.fill(value)
  for (;;) {
    await submit(shown)
    const refused = await answerOf(shown, typed)
    if (refused.length === 0) return [...accepted]
    for (const { field } of refused) expect(await messageOf(field)).toMatch(/[A-Z].{8,}/)
    const left = refused.filter((entry) => accepted.has(entry))
    // What is valid in one field may depend on another, such as an amount on its token.
    const putBack = left.length > 0 ? left : [...accepted]
    expect(putBack.length, 'what was there before is refused as well').toBeGreaterThan(0)
    for (const entry of putBack) {
      accepted.delete(entry)
      await entry.field.fill(/^[a-z]/i.test(entry.before) ? entry.before + back : entry.before)
    }
  }
}

interface Typing {
  valueOf: (field: number) => string
  /** Follows what was in a field before, when that is put back: names are taken once. */
  back: string
}

const typeInto = async (form: ConsoleForm, typing: Typing) => {
  await harness.open(form.path(subjects))
  const shown = await fillIn(harness.page, form)
  taken.length = 0
  const accepted = await typeAndSubmit(shown, typing)
  for (const { value } of accepted) expect(taken).toContain(value)
  if (accepted.length === 0 || form.open || form.path(subjects).endsWith('/new')) return
  await harness.open(form.path(subjects))
  await formOn(harness.page, form).waitFor()
  await expectSoundPage()
  const saved = (await textFields(formOn(harness.page, form))).map(({ before }) => before)
  for (const { value, isSecret } of accepted) if (!isSecret) expect(saved).toContain(value)
}

/**
 * Forms that are filled in once: a step before the first field adds a row, which only the first time is the first one; and after
 * a new password the one before is no longer the current one.
 */
const once = new Set(['redirect origins', 'policy of an app', 'policy of a user', 'own password'])

const withText = consoleForms.filter(({ fields = {} }) =>
  Object.keys(fields).some((label) => !label.startsWith('Type ')),
)

test.each(withText.map((form, index) => [form.name, form, index] as const))(
  '%s: what is typed is saved as it is, or refused beside the field',
  async (_, form, index) => {
    expect.hasAssertions()
    await typeInto(form, { valueOf: (field) => `${'a'.repeat(10_000)}${index}.${field}`, back: '' })
    if (once.has(form.name)) return
    // Another text in each field, and in each form; names of apps and admins are taken once.
    await typeInto(form, { valueOf: (field) => `${texts[(index + field) % texts.length]}${index}.${field}`, back: '2' })
  },
)

test('nothing is written to the browser’s console but answers of 400', () =>
  expect(harness.errors.filter((line) => !/40[09]/.test(line))).toEqual([]))
