import type { AuditFault } from '@openauth/client'

/** What the CLI itself finds, beside what the server does. */
export type Fault = AuditFault | 'key_changed' | 'not_one_chain'

export interface Finding {
  seq: number | null
  fault: Fault
  eventId: string | null
  action: string | null
  createdAt: number | null
}

export interface Verification {
  held: number
  failed: number
  first: Finding | null
}

const sentences: Record<Fault, string> = {
  line_changed: 'it is not the line that was chained here: it was changed, moved or replaced',
  line_removed: 'the line was removed',
  link_removed: 'lines were removed with their links',
  signature_invalid: 'the server did not sign the chain so: it was written anew',
  unsigned: 'the chain ends in links that the server did not sign',
  checkpoint_invalid: 'the server did not sign where the chain begins: its beginning was cut off',
  removed_unproven: 'lines that retention has removed did not hold then',
  link_outside: 'the link lies before the beginning of the chain',
  line_unlinked: 'the line was added behind the back of the server',
  head_lost: 'the chain had this head, and has it no longer: its end was cut off, or all of it replaced',
  key_changed: 'the chain is signed by another key than that of the head',
  not_one_chain: 'the file says that it is complete, and has lines left out',
}

/** A finding as a line for operators. */
export const findingText = ({ seq, fault, eventId, action }: Finding, time: string | undefined): string => {
  const place = seq === null ? 'A line' : `Link ${seq}`
  const what = [action, time, eventId].filter(Boolean).join(', ')
  return `${place}${what ? ` (${what})` : ''}: ${sentences[fault]}`
}
