import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Shape } from './slim-shape.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/openauth/contract')
const shapeModule = join(root, 'tools/slim-shape.ts')

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRoute = (value: Record<string, unknown>): boolean => 'method' in value && 'path' in value

/** A file's exports, by running it: what is derived here is what the file says. */
const runModule = async (file: string): Promise<Record<string, unknown>> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  })
  const { text } = outputFiles[0]!
  const module = join(cache, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(module, text)
  return (await import(/* @vite-ignore */ pathToFileURL(module).href)) as Record<string, unknown>
}

/** What the client's transport reads of a route. */
const slimRoute = ({ method, path, auth, meta }: Record<string, unknown>) => ({
  method,
  path,
  auth,
  ...(meta ? { meta: true } : {}),
})

const slimTable = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  if (isRoute(value)) return slimRoute(value)
  const entries = Object.entries(value).filter(([, entry]) => !isSchema(entry))
  return Object.fromEntries(entries.map(([key, entry]) => [key, slimTable(entry)]))
}

type JsonSchema = Omit<Shape, 'properties' | 'items' | 'anyOf'> & {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

const mapped = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Types and required fields only: formats and lengths are the server's to judge. Models with an id are references. */
const shapeOf = (json: JsonSchema, models: Record<string, JsonSchema>): Shape => {
  const model = json.$ref && models[json.$ref.replace('#/$defs/', '')]
  if (json.$ref && !model) throw new Error(`${json.$ref} is not in the schema`)
  if (model) return shapeOf(model, models)
  const { type, required, items, anyOf, properties } = json
  const of = (inner: JsonSchema): Shape => shapeOf(inner, models)
  return {
    ...(type ? { type } : {}),
    ...(json.enum ? { enum: json.enum } : {}),
    ...(required ? { required } : {}),
    ...(items ? { items: of(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(of) } : {}),
    ...(properties ? { properties: mapped(properties, of) } : {}),
  }
}

/** What a page checks a value against, where it has a schema of the contract. */
export const shapeOfSchema = (schema: z.ZodType): Shape => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema
  return shapeOf(json, json.$defs ?? {})
}

const schemaCode = (schema: z.ZodType): string => `/*#__PURE__*/ schemaOf(${JSON.stringify(shapeOfSchema(schema))})`

const exportCode = ([name, value]: [string, unknown]): string =>
  `export const ${name} = ${isSchema(value) ? schemaCode(value) : JSON.stringify(slimTable(value))}`

/** Whether a file is data only: what has functions is taken as it is. */
const isData = (exports: Record<string, unknown>): boolean =>
  Object.values(exports).every((value) => isSchema(value) || typeof value !== 'function')

/**
 * Leaves zod, and what only servers read of the contract, out of a page: a route comes down to its method, path and guard,
 * a schema to its types. Made from the contract at every build, so that nothing is stated twice.
 */
export const slimContract: Plugin = {
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /client[\\/]src[\\/]contract[\\/](?:methods[\\/])?[\w-]+\.ts$/ },
    async handler(id) {
      // A login method takes its schemas from another file.
      const hasSchemas = /[\\/]methods[\\/]/.test(id) || readFileSync(id, 'utf8').includes("from 'zod'")
      if (!hasSchemas) return null
      const exports = await runModule(id)
      if (!isData(exports)) return null
      const code = Object.entries(exports).map(exportCode).join('\n')
      return { code: `import { schemaOf } from ${JSON.stringify(shapeModule)}\n${code}`, map: null }
    },
  },
}
