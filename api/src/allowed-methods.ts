import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The path of a request's target, without its query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0]!

/** What every path answers: preflight requests. */
const always = 'OPTIONS'

/** The console is not there for those whom it is not for, so nothing is told of its paths; below a wildcard a path need not exist. */
const isTold = (url: string): boolean => !url.includes('*') && !/^\/console(\/|$)/.test(url)

/** Whether a path is one of a route's, such as `/user/sessions/:id`. */
const isOf = (parts: string[], path: string[]): boolean =>
  parts.length === path.length &&
  parts.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))

/**
 * Returns the function that finds the methods of a path, for the `Allow` header of a refused one; none for an unknown path.
 * It knows the routes that are added later. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export const collectMethods = (app: FastifyInstance): ((path: string) => string[] | undefined) => {
  const known = new Map<string, { parts: string[]; methods: string[] }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!isTold(url)) return
    const entry = known.get(url) ?? { parts: url.split('/'), methods: [] }
    entry.methods.push(...[method].flat())
    known.set(url, entry)
  })
  return (path) => {
    const sent = path.split('/')
    const methods = [...known.values()].flatMap((entry) => (isOf(entry.parts, sent) ? entry.methods : []))
    return methods.length > 0 ? [...new Set(methods), always] : undefined
  }
}
