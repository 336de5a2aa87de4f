import { createContext, use } from 'react'

const defaults = {
  breadcrumbs: 'Where you are',
  cancel: 'Cancel',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  close: 'Close',
  columns: 'Columns',
  commands: 'Commands',
  copied: 'Copied',
  /** `name` is what is copied: "address". */
  copy: (name: string) => `Copy ${name}`,
  copyFailed: 'Copying failed. Select the text instead.',
  dismiss: 'Dismiss',
  drag: (name: string) => `Reorder ${name}`,
  dragHelp: 'Press space to lift the item, the arrow keys to move it, space to drop it, escape to cancel.',
  dragStart: (name: string, position: number, count: number) => `Lifted ${name}, position ${position} of ${count}.`,
  dragOver: (name: string, position: number, count: number) => `${name} is at position ${position} of ${count}.`,
  dragEnd: (name: string, position: number, count: number) => `Dropped ${name} at position ${position} of ${count}.`,
  dragCancel: (name: string) => `Moving ${name} was cancelled.`,
  errorTitle: 'This could not be loaded',
  firstPage: 'First page',
  hide: 'Hide',
  hideSecret: (name: string) => `Hide ${name}`,
  lastPage: 'Last page',
  loading: 'Loading',
  nextPage: 'Next page',
  noMatches: 'No matches',
  noRows: 'Nothing here yet',
  none: 'None',
  notifications: 'Notifications',
  optional: 'optional',
  /** The bar under a table: rows `from` to `to`, `total` undefined where nobody counted. */
  pageRange: (from: string, to: string, total: string | undefined, isEstimate: boolean) =>
    total === undefined ? `${from}–${to}` : `${from}–${to} of ${isEstimate ? 'about ' : ''}${total}`,
  pageSize: 'Rows per page',
  pagination: 'Pages',
  previousPage: 'Previous page',
  removeFilter: (name: string) => `Remove filter ${name}`,
  requestId: 'Request ID',
  retry: 'Try again',
  reveal: 'Reveal',
  revealSecret: (name: string) => `Reveal ${name}`,
  rowActions: (name: string) => `Actions for ${name}`,
  save: 'Save changes',
  saved: 'Saved',
  search: 'Search',
  selectAll: 'Select all rows on this page',
  selectRow: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count} selected`,
  showOptions: 'Show options',
  showTable: 'Show as table',
  showChart: 'Show as chart',
  time: 'Time',
  /** The label of the field in which an operator types a name to confirm. */
  typeToConfirm: (name: string) => `Type ${name} to confirm`,
  unsaved: 'Unsaved changes',
}

/** The words that controls contain of themselves. A page in another language passes its own to UiProvider. */
export type UiWords = typeof defaults

export const englishWords: UiWords = defaults

export interface UiLanguage {
  words: UiWords
  /** A BCP 47 tag, by which numbers and times are written; undefined takes the browser's. */
  locale: string | undefined
}

export const UiLanguageContext = createContext<UiLanguage>({ words: defaults, locale: undefined })

export const useWords = (): UiWords => use(UiLanguageContext).words

/** The BCP 47 tag of the page's language; undefined means the browser's. */
export const useLocale = (): string | undefined => use(UiLanguageContext).locale
