import type { Dapp, GameCenterEntry } from '@openauth/client'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { record } from '../audit/record.ts'
import { nameKey } from '../name-key.ts'
import { pageOf, skipTake } from '../page.ts'

const withoutUndefined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('dapp_exists') : error
}

const findDapp = async (tx: Tx, id: number) => {
  const dapp = await tx.dapp.findUnique({ where: { id } })
  if (!dapp) throw new Problem('dapp_not_found')
  return dapp
}

const keyOf = ({ name }: { name?: string | undefined }) => (name === undefined ? {} : { nameKey: nameKey(name) })

export const dappHandlers = ({ db }: Deps): Handlers<'dapps'> => ({
  list: async ({ page, limit }) => {
    const rows = await db.prisma.dapp.findMany({ orderBy: [{ nameKey: 'asc' }], ...skipTake({ page, limit }) })
    return pageOf(rows, await db.prisma.dapp.count(), limit)
  },
  create: (fields, context) =>
    db
      .transaction(async (tx) => {
        const dapp = await tx.dapp.create({ data: { ...fields, nameKey: nameKey(fields.name) } })
        const details = { name: dapp.name, url: dapp.url }
        await record(tx, context, { action: 'dapp.create', targetId: String(dapp.id), details })
        return dapp
      })
      .catch(translateConflict),
  get: ({ id }) => findDapp(db.prisma, id),
  update: ({ id, ...fields }, context) =>
    db
      .transaction(async (tx) => {
        const data = { ...withoutUndefined(fields), ...keyOf(fields) }
        if ((await tx.dapp.updateMany({ where: { id }, data })).count === 0) throw new Problem('dapp_not_found')
        const details = { changed: Object.keys(withoutUndefined(fields)) }
        await record(tx, context, { action: 'dapp.update', targetId: String(id), details })
        return findDapp(tx, id)
      })
      .catch(translateConflict),
  delete: ({ id }, context) =>
    db.transaction(async (tx) => {
      if ((await tx.dapp.deleteMany({ where: { id } })).count === 0) throw new Problem('dapp_not_found')
      await record(tx, context, { action: 'dapp.delete', targetId: String(id) })
      return {}
    }),
})

const findGame = async (tx: Tx, id: number) => {
  const game = await tx.gameCenterEntry.findUnique({ where: { id } })
  if (!game) throw new Problem('game_not_found')
  return game
}

const inOrder = [{ order: 'asc' as const }, { id: 'asc' as const }]

export const gameCenterHandlers = ({ db }: Deps): Handlers<'gameCenters'> => ({
  list: async ({ page, limit }) => {
    const rows = await db.prisma.gameCenterEntry.findMany({ orderBy: inOrder, ...skipTake({ page, limit }) })
    return pageOf(rows, await db.prisma.gameCenterEntry.count(), limit)
  },
  create: (fields, context) =>
    db.transaction(async (tx) => {
      const game = await tx.gameCenterEntry.create({ data: fields })
      const details = { name: game.name, link: game.link }
      await record(tx, context, { action: 'game-center.create', targetId: String(game.id), details })
      return game
    }),
  get: ({ id }) => findGame(db.prisma, id),
  update: ({ id, ...fields }, context) =>
    db.transaction(async (tx) => {
      const data = withoutUndefined(fields)
      if ((await tx.gameCenterEntry.updateMany({ where: { id }, data })).count === 0)
        throw new Problem('game_not_found')
      const details = { changed: Object.keys(data) }
      await record(tx, context, { action: 'game-center.update', targetId: String(id), details })
      return findGame(tx, id)
    }),
  delete: ({ id }, context) =>
    db.transaction(async (tx) => {
      if ((await tx.gameCenterEntry.deleteMany({ where: { id } })).count === 0) throw new Problem('game_not_found')
      await record(tx, context, { action: 'game-center.delete', targetId: String(id) })
      return {}
    }),
})

const media = (url: string | null) => (url === null ? null : { url })

interface StrapiPage {
  'pagination[page]': number
  'pagination[pageSize]': number
}

/** Prisma's skip and take of a page. */
const pageRange = ({ 'pagination[page]': page, 'pagination[pageSize]': limit }: StrapiPage) => skipTake({ page, limit })

const strapiMeta = ({ 'pagination[page]': page, 'pagination[pageSize]': pageSize }: StrapiPage, total: number) => ({
  pagination: { page, pageSize, pageCount: Math.max(1, Math.ceil(total / pageSize)), total },
})

type Row<T extends { createdAt: number }> = Omit<T, 'createdAt'> & { createdAt: Date }

const commonOf = ({ id, name, createdAt }: Row<Dapp> | Row<GameCenterEntry>) => ({
  ...{ id, documentId: String(id), name, createdAt: createdAt.toISOString() },
})

const dappEntry = (dapp: Row<Dapp>) => {
  const { url, description, logoUrl, bgImgUrl, borderColor, bgColor } = dapp
  const pictures = { logo: media(logoUrl), bgImg: media(bgImgUrl) }
  return { ...commonOf(dapp), url, description, ...pictures, borderColor, bgColor }
}

const gameEntry = (game: Row<GameCenterEntry>) => ({
  ...{ ...commonOf(game), link: game.link, logo: media(game.logoUrl), order: game.order },
})

export const contentHandlers = ({ db }: Deps): Handlers<'content'> => ({
  dapps: async ({ name, 'filters[name][$eq]': filter, ...pages }) => {
    const wanted = filter ?? name
    const where = wanted === undefined ? {} : { nameKey: nameKey(wanted) }
    const rows = await db.prisma.dapp.findMany({ where, orderBy: { nameKey: 'asc' }, ...pageRange(pages) })
    return { data: rows.map(dappEntry), meta: strapiMeta(pages, await db.prisma.dapp.count({ where })) }
  },
  gameCenters: async (pages) => {
    const rows = await db.prisma.gameCenterEntry.findMany({ orderBy: inOrder, ...pageRange(pages) })
    return { data: rows.map(gameEntry), meta: strapiMeta(pages, await db.prisma.gameCenterEntry.count()) }
  },
})
