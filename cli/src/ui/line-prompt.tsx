import { Box, Text, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import { printable } from '../printable.ts'
import { afterKey, type LineRules } from './line-state.ts'
import type { PromptHandlers } from './prompts.ts'

interface LinePromptProps extends LineRules, PromptHandlers<string> {
  masked?: boolean
}

const mask = (text: string) => '•'.repeat(Array.from(new Intl.Segmenter().segment(text)).length)
/** The length of a secret is nobody's business once it stands in the scrollback. */
const MASKED_ANSWER = '••••••••'

/** Asks for one line of text, or for a secret, which it does not show. */
export const LinePrompt = ({ label, repeat, masked = false, check, onAnswer, onCancel }: LinePromptProps) => {
  const [{ typed, first, problem, end }, press] = useReducer(afterKey({ label, repeat, check }), { typed: '' })
  useInput((input, key) => press({ input, key }))
  // After the frame that shows it as given.
  useEffect(() => {
    if (end === 'cancelled') onCancel()
    else if (end) onAnswer(end.answer, end.rest)
  }, [end, onAnswer, onCancel])
  const shown = masked ? mask(typed) : printable(typed)
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>{first === undefined ? label : repeat}</Text>
        <Text>: </Text>
        <Text>{masked && end ? (end === 'cancelled' ? '' : MASKED_ANSWER) : shown}</Text>
        {end ? null : <Text inverse> </Text>}
      </Text>
      {problem === undefined ? null : <Text color="red">{problem}</Text>}
    </Box>
  )
}
