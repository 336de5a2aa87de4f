/** Where something stands in the file: items of lists by their numbers. */
export type FilePath = readonly (string | number)[]

/** `oidcConnections[0].clientId` */
export const filePathText = (path: FilePath): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
