import { type AuditLine, digestOf } from '@openauth/audit-chain'
import type pg from 'pg'
import { hashAt, readCheckpoint, readLinks, startOf, type StoredCheckpoint, type StoredLink } from './chain-rows.ts'

export interface ExtractFilters {
  from?: Date | undefined
  to?: Date | undefined
  /** The action or its beginning. */
  action?: string | undefined
  /** Lines about these apps only. */
  appIds?: readonly string[] | undefined
}

const isWanted = ({ from, to, action, appIds }: ExtractFilters, line: AuditLine): boolean =>
  (from === undefined || line.createdAt >= from.getTime()) &&
  (to === undefined || line.createdAt < to.getTime()) &&
  (action === undefined || line.action.startsWith(action)) &&
  (appIds === undefined || (line.appId !== null && appIds.includes(line.appId)))

/** A link of an extract. `digest` stands for a line that was not asked for, so that those around it can be verified. */
export interface ExtractedLink {
  seq: number
  hash: string
  chainedAt: Date
  signature: string | null
  /** The hash of the link before, where that is not in the extract. */
  previous: string | null
  digest: string | null
  line: (Omit<AuditLine, 'createdAt' | 'restoredAt'> & { createdAt: Date; restoredAt: Date | null }) | null
}

/** The links from one signature to the next: the least that proves a line. */
const sectionsOf = (links: StoredLink[]): StoredLink[][] => {
  const sections: StoredLink[][] = []
  let section: StoredLink[] = []
  for (const link of links) {
    section.push(link)
    if (link.signature === null) continue
    sections.push(section)
    section = []
  }
  // Links without a signature are no part of an honest chain; whoever verifies is to see them.
  return section.length > 0 ? [...sections, section] : sections
}

const extracted = ({ line, ...link }: StoredLink, previous: string | null, wanted: boolean): ExtractedLink => ({
  seq: link.seq,
  hash: link.hash,
  chainedAt: new Date(link.chainedAt),
  signature: link.signature,
  previous,
  digest: line && !wanted ? digestOf(line) : null,
  line:
    line && wanted
      ? {
          ...line,
          createdAt: new Date(line.createdAt),
          restoredAt: line.restoredAt === null ? null : new Date(line.restoredAt),
        }
      : null,
})

export interface ExtractBatch {
  checkpoint: (Omit<StoredCheckpoint, 'at'> & { at: Date }) | null
  /** Where the next batch begins; null after the last. */
  next: string | null
  /** How far this batch is, and the chain, in links. */
  done: number
  links: ExtractedLink[]
}

/** Up to the last signature, unless there is none: a section is not torn apart. */
const wholeSections = (links: StoredLink[], isLast: boolean): StoredLink[] => {
  const end = links.findLastIndex(({ signature }) => signature !== null)
  return isLast || end === -1 ? links : links.slice(0, end + 1)
}

/** The links of a batch with the lines that are asked for, and what proves these. A section without any is left out. */
export const extractBatch = async (
  client: Pick<pg.ClientBase, 'query'>,
  filters: ExtractFilters,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<ExtractBatch> => {
  const checkpoint = await readCheckpoint(client)
  const begin = startOf(checkpoint)
  const start = Math.max(begin.seq, after ?? 0)
  const read = await readLinks(client, start, limit)
  const links = wholeSections(read, read.length < limit)
  let hash = start === begin.seq ? begin.hash : ((await hashAt(client, start)) ?? begin.hash)
  const isOpen = Object.values(filters).every((value) => value === undefined)
  // Whether the one who verifies has the link before. Of the batch before nothing is known here.
  let isKnown = isOpen
  const out: ExtractedLink[] = []
  for (const section of sectionsOf(links)) {
    const wanted = section.map(({ line }) => line !== null && isWanted(filters, line))
    const isTaken = isOpen || wanted.includes(true)
    if (isTaken)
      section.forEach((link, index) =>
        out.push(extracted(link, index === 0 && !isKnown ? hash : null, isOpen || wanted[index]!)),
      )
    isKnown = isTaken
    hash = section.at(-1)!.hash
  }
  return {
    checkpoint: checkpoint ? { ...checkpoint, at: new Date(checkpoint.at) } : null,
    next: read.length < limit ? null : String(links.at(-1)!.seq),
    done: links.at(-1)?.seq ?? start,
    links: out,
  }
}
