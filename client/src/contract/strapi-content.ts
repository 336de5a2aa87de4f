import * as z from 'zod'
import * as endpoints from './endpoints/strapi-content.ts'
import { decimal } from './fields.ts'
import { route } from './route.ts'

const Media = z.object({ url: z.string() }).nullable()

const StrapiMeta = z
  .object({
    pagination: z.object({ page: z.int(), pageSize: z.int(), pageCount: z.int(), total: z.int() }),
  })
  .meta({ id: 'StrapiMeta' })

const common = {
  id: z.int(),
  documentId: z.string(),
  name: z.string(),
  createdAt: z.string().describe('ISO 8601, as Strapi writes it'),
}

const BY_NAME = 'filters[name][$eq]'

/** Strapi's maximum page size. https://docs.strapi.io/cms/api/rest/sort-pagination */
const MAX_PAGE_SIZE = 100

const strapiPages = {
  'pagination[page]': decimal(z.int().min(1).default(1)),
  'pagination[pageSize]': decimal(z.int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE)),
}

/**
 * The content that pages read, in the shape of Strapi 5 (flat entries), so that a Strapi server can replace this one.
 * https://docs.strapi.io/cms/api/rest
 */
export const content = {
  dapps: route(endpoints.content.dapps, {
    reader: 'Players',
    summary: 'Read dapps in the shape of Strapi, all or one by name',
    description: 'The shape is that of Strapi 5, so that a Strapi server can take the place of this one.',
    input: z.object({
      [BY_NAME]: z.string().max(200).optional().describe("the dapp's name, as a Strapi filter"),
      name: z.string().max(200).optional().describe("the dapp's name, as a plain parameter"),
      ...strapiPages,
    }),
    output: z.array(
      z.object({
        ...common,
        url: z.string(),
        description: z.string().nullable(),
        logo: Media,
        bgImg: Media,
        borderColor: z.string(),
        bgColor: z.string(),
      }),
    ),
    meta: StrapiMeta,
  }),
  gameCenters: route(endpoints.content.gameCenters, {
    reader: 'Players',
    summary: 'Read the games of the game center in the shape of Strapi',
    description: 'The shape is that of Strapi 5, so that a Strapi server can take the place of this one.',
    input: z.object(strapiPages),
    output: z.array(z.object({ ...common, link: z.string(), logo: Media, order: z.int() })),
    meta: StrapiMeta,
  }),
}
