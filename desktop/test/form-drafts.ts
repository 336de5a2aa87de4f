import type { Locator } from 'playwright-core'

/** What is in the fields of a form; nothing once the form is gone, for which this does not wait. */
export const draftOf = (form: Locator): Promise<(string | boolean)[]> =>
  form
    .locator('input, textarea')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map((field) => (field.type === 'checkbox' ? field.checked : field.value)),
    )

/** Whether a form was taken: it is gone, empty, or has nothing left to send. Waits for nothing. */
export const isTaken = async (form: Locator): Promise<boolean> => {
  if ((await form.count()) === 0 || (await form.locator('button[type=submit][aria-disabled=true]').count()) > 0)
    return true
  const draft = await draftOf(form)
  return draft.length > 0 && draft.every((value) => value === '')
}

/** Submits a form twice at once, sooner than the page can disable the button. */
export const submitTwice = (form: Locator): Promise<void> =>
  form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
