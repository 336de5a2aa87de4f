import { checkerOf, checkpointStatement, createWalk, GENESIS, type Position, type Walk } from '@openauth/audit-chain'
import { failed } from '../failure.ts'
import { type ExportHeader, type Link, readExport } from './export-file.ts'
import type { Fault, Finding, Verification } from './findings.ts'
import type { KeptHead } from './head-file.ts'

const at = (fault: Fault, seq: number | null): Finding => ({ fault, seq, eventId: null, action: null, createdAt: null })

export interface VerifiedFile extends Verification {
  header: ExportHeader
  /** The last link, if its signature holds. */
  head: KeptHead | undefined
  /** When the first of its lines was chained. */
  since: number | null
}

/** What stands before the first link of the file. */
const startOf = ({ start, checkpoint }: ExportHeader): Position => start ?? checkpoint ?? GENESIS

const checkStart = async ({ key, checkpoint }: ExportHeader): Promise<Finding[]> => {
  if (!checkpoint) return []
  const isSigned = await checkerOf(key).check(checkpointStatement(checkpoint), checkpoint.signature)
  if (!isSigned) return [at('checkpoint_invalid', checkpoint.seq)]
  return checkpoint.intact ? [] : [at('removed_unproven', checkpoint.seq)]
}

const checkHead = (
  head: KeptHead | undefined,
  header: ExportHeader,
  found: { hash: string | undefined },
): Finding[] => {
  if (!head) return []
  if (head.key !== header.key) return [at('key_changed', null)]
  const isWhole = Object.keys(header.filters).length === 0
  const start = startOf(header)
  // What was before the file cannot be told.
  if (head.seq < start.seq) return []
  const hash = head.seq === start.seq ? start.hash : found.hash
  const isLost = hash === undefined ? isWhole : hash !== head.hash
  return isLost ? [at('head_lost', head.seq)] : []
}

/** Follows the links of a file. Each part without a gap is a chain of its own, whose end is signed. */
const createParts = (header: ExportHeader) => {
  const checker = checkerOf(header.key)
  const { filters } = header
  const isWhole = Object.keys(filters).length === 0
  const sums: Verification = { held: 0, failed: 0, first: null }
  let walk: Walk = createWalk(startOf(header), checker)
  let notedGap = false

  const close = () => {
    const { held, failed: broken, first } = walk.end()
    sums.held += held
    sums.failed += broken
    if (!first) return
    const { fault, seq, eventId, line } = first
    sums.first ??= { fault, seq, eventId, action: line?.action ?? null, createdAt: line?.createdAt ?? null }
  }
  return {
    add: async (link: Link) => {
      if (link.previous !== null) {
        if (isWhole && !notedGap) {
          notedGap = true
          sums.failed += 1
          sums.first ??= at('not_one_chain', link.seq)
        }
        close()
        walk = createWalk({ seq: link.seq - 1, hash: link.previous }, checker)
      }
      await walk.add(link)
    },
    reached: () => walk.reached(),
    end: () => {
      close()
      return sums
    },
  }
}

const openKey = (header: ExportHeader, path: string) => {
  try {
    return createParts(header)
  } catch {
    throw failed(`The key in the first line of ${path} is no Ed25519 key`)
  }
}

/** Verifies an export of the audit trail without a server. Throws a Failure where the file is none. */
export const verifyFile = async (
  path: string,
  head: KeptHead | undefined,
  onLink: (done: number) => void,
): Promise<VerifiedFile> => {
  let header: ExportHeader | undefined
  let parts: ReturnType<typeof createParts> | undefined
  const seen = { hash: undefined as string | undefined, end: 0, since: null as number | null }
  for await (const each of readExport(path)) {
    if ('format' in each) {
      header = each
      parts = openKey(each, path)
      continue
    }
    await parts!.add(each)
    seen.since ??= each.chainedAt
    if (each.seq === head?.seq) seen.hash = each.hash
    onLink((seen.end += 1))
  }
  const reached = parts!.reached()
  const sums = parts!.end()
  const beside = [...(await checkStart(header!)), ...checkHead(head, header!, seen)]
  return {
    header: header!,
    held: sums.held,
    failed: sums.failed + beside.length,
    first: sums.first ?? beside[0] ?? null,
    since: seen.since,
    head: { ...reached, key: header!.key },
  }
}
