import * as z from 'zod'
import { isInstant } from '../instant.ts'
import { isSecretName } from '../secrets.ts'
import { isListPart, keyOfItem, type ListPart, parts, type Place } from './parts.ts'

/** The version of the file's format, at its beginning. */
export const FORMAT = 1

const EnvironmentName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be the name of an environment variable')
  // A file must not be able to send the credentials of the command line itself to a provider that it names.
  .refine((name) => !/^OPENAUTH_/i.test(name), 'must not begin with OPENAUTH_: those variables are of OpenAuth itself')

/** Where a secret is: never in the file itself. */
const references = [
  z.strictObject({ env: EnvironmentName }).describe('the environment variable that has it'),
  z.strictObject({ file: z.string().min(1).max(1024) }).describe('the file that has it, from the folder of this file'),
] as const
export type SecretReference = z.output<(typeof references)[number]>

const SecretReference = z
  .union([...references, z.null()], {
    error: 'must not stand in the file: name where it is, as { env: NAME } or { file: path }; null removes it',
  })
  .describe('a secret: { env: NAME } or { file: path }, read by a push; null removes it, and one that is missing stays')

/** A time as people read it; the contract has milliseconds since the epoch, which are taken too. */
const noTime = { error: 'must be a time such as 2026-12-01T09:00:00Z' }
const Time = z
  .union([z.iso.datetime({ offset: true, ...noTime }), z.int(noTime).min(0).max(253_402_300_799_999)], noTime)
  .transform((time) => new Date(time).toISOString())

const inFile = (key: string, schema: z.ZodType): z.ZodType => {
  if (isSecretName(key)) return SecretReference
  if (!isInstant(schema)) return schema
  const time = schema instanceof z.ZodNullable ? Time.nullable() : Time
  return schema.description === undefined ? time : time.describe(schema.description)
}

/** An object with fields at paths; none of them is required. */
const objectOf = (places: readonly { path: readonly string[]; schema: z.ZodType }[]): z.ZodObject => {
  const names = [...new Set(places.map(({ path }) => path[0]!))]
  return z.strictObject(
    Object.fromEntries(
      names.map((name) => {
        const below = places.filter(({ path }) => path[0] === name)
        const [first] = below as [(typeof below)[number]]
        const schema =
          first.path.length === 1
            ? first.schema
            : objectOf(below.map(({ path, schema: own }) => ({ path: path.slice(1), schema: own })))
        return [name, schema.optional()]
      }),
    ),
  )
}

const itemOf = ({ fields, keys }: ListPart): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields)
        .toSorted(([one], [other]) => Number(keys.includes(other)) - Number(keys.includes(one)))
        .map(([key, schema]) => {
          const field = inFile(key, schema)
          return [key, keys.includes(key) ? field : field.optional()]
        }),
    ),
  )

const listOf = (part: ListPart): z.ZodType =>
  z.array(itemOf(part)).superRefine((items, context) => {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const key = keyOfItem(part, item as Record<string, unknown>)
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index], message: `has the key ${key} a second time` })
      seen.add(key)
    }
  })

const placeInFile = ({ key, path, schema }: Place) => ({ path, schema: inFile(key, schema) })

/** The file of an app. What is missing in it stays as it is on the server. */
export const AppFileSchema = objectOf([
  { path: ['openauth'], schema: z.literal(FORMAT).describe('the version of the format of this file') },
  ...parts.flatMap((part) =>
    isListPart(part) ? [{ path: [part.name], schema: listOf(part) }] : part.places.map(placeInFile),
  ),
]).required({ openauth: true })

/** The schema of the file for editors. https://json-schema.org/draft/2020-12/schema */
export const appFileJsonSchema = (): Record<string, unknown> => ({
  title: 'The configuration of an app of OpenAuth',
  ...z.toJSONSchema(AppFileSchema, { io: 'input', unrepresentable: 'any' }),
})
