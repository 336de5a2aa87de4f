// bigint-buffer's entry for Node loads a native half that is not built, and complains of it on the console at every start.
// Its entry for browsers is the same in JavaScript.

/** What to import in place of a package. @type {Record<string, string>} */
export const bigintAlias = { 'bigint-buffer': 'bigint-buffer/dist/browser.js' }

/** A hook of node:module. @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) => next(bigintAlias[specifier] ?? specifier, context)
