import { Box, Text, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import { printable } from '../printable.ts'
import { afterKey, type LineRules } from './line-state.ts'
import type { PromptHandlers } from './questions.ts'

interface LinePromptProps extends LineRules, PromptHandlers<string> {
  masked?: boolean
}

const mask = (text: string) => '•'.repeat(Array.from(new Intl.Segmenter().segment(text)).length)
/** Fixed, so that the scrollback does not reveal the length of a secret. */
const MASKED_ANSWER = '••••••••'

/** Prompts for one line of text, or with `masked` for a secret. */
export const LinePrompt = ({ label, repeat, masked = false, check, onAnswer, onCancel }: LinePromptProps) => {
  const [{ typed, first, problem, end }, press] = useReducer(afterKey({ label, repeat, check }), { typed: '' })
  useInput((input, key) => press({ input, key }))
  // In an effect, so that the frame with the answer is drawn first.
  useEffect(() => {
    if (end === 'cancelled') onCancel()
    else if (end) onAnswer(end.answer, end.rest)
  }, [end, onAnswer, onCancel])
  const visible = masked ? mask(typed) : printable(typed)
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>{first === undefined ? label : repeat}</Text>
        <Text>: </Text>
        <Text>{masked && end ? (end === 'cancelled' ? '' : MASKED_ANSWER) : visible}</Text>
        {end ? null : <Text inverse> </Text>}
      </Text>
      {problem === undefined ? null : <Text color="red">{problem}</Text>}
    </Box>
  )
}
