import { readdirSync, readFileSync } from 'node:fs'
import { contract, type Example, openApiDocument } from '@openauth/client'

const folder = new URL('../../client/examples/', import.meta.url)

const readGroup = (file: string): Record<string, Example> => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

const examples = Object.fromEntries(
  readdirSync(folder).flatMap((file) =>
    Object.entries(readGroup(file)).map(([verb, example]) => [`${file.replace('.json', '')}.${verb}`, example]),
  ),
)

/** The document of this commit, as the server builds it. */
export const document: Record<string, unknown> = openApiDocument(contract, { version: '0.1.0', examples })
