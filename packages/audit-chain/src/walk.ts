import type { ChainChecker } from './keys.ts'
import { type AuditLine, digestOf, hashOf, type Position } from './link.ts'
import { headStatement } from './statements.ts'

/** A link with its line. */
export interface ChainedLine extends Position {
  /** Milliseconds since the epoch. */
  chainedAt: number
  /** Of the chain up to this link, in base64url; null within a batch. */
  signature: string | null
  /** The id of the line that was chained here, where it is known. */
  eventId?: string
  /** Null: it is gone, unless `digest` stands for it. */
  line: AuditLine | null
  /** Stands for a line that an extract leaves out. */
  digest?: string | null
}

/**
 * - `line_changed`: it is not the line that was chained here: changed, moved, or put in its place
 * - `line_removed`: the line of a link is gone
 * - `link_removed`: the chain has a gap
 * - `signature_invalid`: the chain was not signed so: it was written anew by somebody without the key
 * - `unsigned`: the chain ends in links that are not signed
 */
export type WalkFault = 'line_changed' | 'line_removed' | 'link_removed' | 'signature_invalid' | 'unsigned'

export interface FoundFault {
  fault: WalkFault
  /** The link where it was noticed. */
  seq: number
  eventId: string | null
  line: AuditLine | null
}

export interface WalkResult {
  /** Lines that the signatures prove. */
  held: number
  /** Lines that they do not prove: those with a fault, those that are missing, and those whose only proof leads over such a line. */
  failed: number
  first: FoundFault | null
}

export interface Walk {
  /** Takes the next link. */
  add: (link: ChainedLine) => Promise<void>
  /** The last signed link: a later walk may begin there. */
  reached: () => Position
  /** The result up to `reached`. */
  result: () => WalkResult
  /** The result where no link follows. */
  end: () => WalkResult
}

/** Why a link is not proven to follow the one before it; undefined where it is. */
const misfitOf = (before: Position, link: ChainedLine): WalkFault | undefined => {
  if (link.seq !== before.seq + 1) return 'link_removed'
  const digest = link.digest ?? (link.line && digestOf(link.line))
  if (digest === null) return 'line_removed'
  return hashOf(before.hash, { ...link, digest }) === link.hash ? undefined : 'line_changed'
}

/**
 * Walks along the chain from a position that is known to be right. A signature proves its link and those before it, back to the
 * last place where two links do not fit: what is before that place is proven by the signature before it, or not at all.
 */
export const createWalk = (start: Position, { check }: Pick<ChainChecker, 'check'>): Walk => {
  const result: WalkResult = { held: 0, failed: 0, first: null }
  let last = start
  let reached = start
  // Since the last signature: how many lines, and how many of them, from the first, its next one does not prove.
  let lines = 0
  let unproven = 0

  const note = (fault: WalkFault, seq: number, link?: ChainedLine) => {
    result.first ??= { fault, seq, eventId: link?.eventId ?? link?.line?.id ?? null, line: link?.line ?? null }
  }
  const close = () => {
    result.held += lines - unproven
    result.failed += unproven
    lines = 0
    unproven = 0
  }

  return {
    add: async (link) => {
      const misfit = misfitOf(last, link)
      lines += link.seq - last.seq
      if (misfit) {
        if (misfit === 'link_removed') note(misfit, last.seq + 1)
        else note(misfit, link.seq, link)
        unproven = lines
      }
      last = link
      if (link.signature === null) return
      if (!(await check(headStatement(link), link.signature))) {
        unproven = lines
        note('signature_invalid', link.seq, link)
      }
      close()
      reached = { seq: link.seq, hash: link.hash }
    },
    reached: () => reached,
    result: () => ({ ...result }),
    end: () => {
      if (lines > 0) note('unsigned', last.seq)
      unproven = lines
      close()
      return { ...result }
    },
  }
}
