import { contract, type Dapp, dappColors, endpoints, type GameCenterEntry } from '@openauth/client'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { client } from '../../api/queries.ts'
import type { AdminCall } from '../../api/rights.ts'
import type { MessageId } from '../../i18n/i18n.ts'
import { ALL_PAGE, readAll } from '../../lib/read-all.ts'
import type { Beside } from '../../lib/use-move.ts'

export type ListName = 'dapps' | 'games'
/** An entry of either list. */
export type Entry = Dapp | GameCenterEntry
/** What the fields of an entry contain; each list has its own of them. */
export type EntryValues = Record<string, string>

type Page = { data: Entry[]; meta: { totalPages: number } }

interface List {
  title: MessageId
  lead: MessageId
  add: MessageId
  none: MessageId
  noneReason: MessageId
  deleteNote: MessageId
  /** The server's error code where an entry is gone. */
  notFound: 'dapp_not_found' | 'game_not_found'
  /** The fields with what stands in them at first, and their names. */
  fields: Readonly<Record<string, { label: MessageId; first: string }>>
  schema: z.ZodObject
  /** The calls that change the list. */
  calls: Record<'create' | 'update' | 'delete' | 'move', AdminCall>
  read: (page: number) => Promise<Page>
  create: (values: object) => Promise<Entry>
  update: (id: number, changes: object, expectedUpdatedAt: number) => Promise<Entry>
  remove: (id: number) => Promise<unknown>
  move: (id: number, beside: Beside<number>) => Promise<Entry>
}

type Create<Group extends 'dapps' | 'gameCenters'> = Parameters<(typeof client)[Group]['create']>[0]

const { dapps, gameCenters } = client

/** What the two lists have in common is done once, by these. */
export const lists: Record<ListName, List> = {
  dapps: {
    title: 'content.dapps',
    lead: 'content.dappsLead',
    add: 'content.addDapp',
    none: 'content.noDapps',
    noneReason: 'content.noDappsReason',
    deleteNote: 'content.deleteDapp',
    notFound: 'dapp_not_found',
    fields: {
      name: { label: 'content.name', first: '' },
      url: { label: 'content.link', first: '' },
      borderColor: { label: 'content.borderColor', first: dappColors.borderColor },
      bgColor: { label: 'content.bgColor', first: dappColors.bgColor },
      description: { label: 'content.description', first: '' },
      logoUrl: { label: 'content.logoUrl', first: '' },
      bgImgUrl: { label: 'content.bgImgUrl', first: '' },
    },
    schema: contract.dapps.create.input,
    calls: endpoints.dapps,
    read: (page) => dapps.list({ page, limit: ALL_PAGE }),
    create: (values) => dapps.create(values as Create<'dapps'>),
    update: (id, changes, expectedUpdatedAt) => dapps.update({ ...changes, id, expectedUpdatedAt }),
    remove: (id) => dapps.delete({ id }),
    move: (id, beside) => dapps.move({ id, ...beside }),
  },
  games: {
    title: 'content.games',
    lead: 'content.gamesLead',
    add: 'content.addGame',
    none: 'content.noGames',
    noneReason: 'content.noGamesReason',
    deleteNote: 'content.deleteGame',
    notFound: 'game_not_found',
    fields: {
      name: { label: 'content.name', first: '' },
      link: { label: 'content.link', first: '' },
      logoUrl: { label: 'content.logoUrl', first: '' },
    },
    schema: contract.gameCenters.create.input.omit({ order: true }),
    calls: endpoints.gameCenters,
    read: (page) => gameCenters.list({ page, limit: ALL_PAGE }),
    create: (values) => gameCenters.create(values as Create<'gameCenters'>),
    update: (id, changes, expectedUpdatedAt) => gameCenters.update({ ...changes, id, expectedUpdatedAt }),
    remove: (id) => gameCenters.delete({ id }),
    move: (id, beside) => gameCenters.move({ id, ...beside }),
  },
}

/** All entries of a list in their order. */
export const entriesQuery = (list: ListName) =>
  queryOptions({ queryKey: ['content', list], queryFn: () => readAll<Entry>(lists[list].read) })

const textOf = (entry: Entry, name: string): string => {
  const value = (entry as unknown as Record<string, string | null>)[name]
  return value ?? ''
}

/** What the fields show of an entry, or of a new one. */
export const valuesOf = (list: ListName, entry: Entry | undefined): EntryValues =>
  Object.fromEntries(
    Object.entries(lists[list].fields).map(([name, { first }]) => [name, entry ? textOf(entry, name) : first]),
  )

/** The fields in which two versions of an entry differ, with what they contain now. */
export const changedFields = (list: ListName, before: Entry, after: Entry): { label: MessageId; value: string }[] =>
  Object.entries(lists[list].fields).flatMap(([name, { label }]) =>
    textOf(before, name) === textOf(after, name) ? [] : [{ label, value: textOf(after, name) }],
  )

/** Where an entry leads. */
export const linkOf = (entry: Entry): string => ('url' in entry ? entry.url : entry.link)
