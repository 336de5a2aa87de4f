import type { Dapp, GameCenterEntry } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { nameKey } from '../name-key.ts'
import { skipTake } from '../page.ts'
import { presentPictures } from '../pictures/address.ts'
import { dappList } from './dapps.ts'
import { orderBy } from './entry-list.ts'
import { gameList } from './game-centers.ts'

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

type Row<T extends { createdAt: number }> = Omit<T, 'createdAt' | 'updatedAt'> & { createdAt: Date }

const commonOf = ({ id, name, createdAt }: Row<Dapp> | Row<GameCenterEntry>) => ({
  id,
  documentId: String(id),
  name,
  createdAt: createdAt.toISOString(),
})

const dappEntry = (dapp: Row<Dapp>) => {
  const { url, description, logoUrl, bgImgUrl, borderColor, bgColor } = dapp
  const pictures = { logo: media(logoUrl), bgImg: media(bgImgUrl) }
  return { ...commonOf(dapp), url, description, ...pictures, borderColor, bgColor }
}

const gameEntry = (game: Row<GameCenterEntry>) => ({
  ...commonOf(game),
  link: game.link,
  logo: media(game.logoUrl),
  order: game.order,
})

export const contentHandlers = ({
  db,
  settings: { publicUrl },
}: Pick<Platform, 'db' | 'settings'>): Handlers<'content'> => ({
  dapps: async ({ name, 'filters[name][$eq]': filter, ...pages }) => {
    const wanted = filter ?? name
    const where = wanted === undefined ? {} : { nameKey: nameKey(wanted) }
    const rows = await db.prisma.dapp.findMany({ where, orderBy: orderBy(dappList), ...pageRange(pages) })
    return {
      data: rows.map((dapp) => dappEntry(presentPictures(publicUrl, dapp, dappList.pictures))),
      meta: strapiMeta(pages, await db.prisma.dapp.count({ where })),
    }
  },
  gameCenters: async (pages) => {
    const rows = await db.prisma.gameCenterEntry.findMany({ orderBy: orderBy(gameList), ...pageRange(pages) })
    return {
      data: rows.map((game) => gameEntry(presentPictures(publicUrl, game, gameList.pictures))),
      meta: strapiMeta(pages, await db.prisma.gameCenterEntry.count()),
    }
  },
})
