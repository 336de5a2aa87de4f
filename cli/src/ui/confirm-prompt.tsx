import { Box, Text, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import { printable } from '../printable.ts'
import type { ConfirmQuestion, PromptHandlers } from './questions.ts'

type Answer = 'yes' | 'no' | 'cancelled'

interface ConfirmPromptProps extends ConfirmQuestion, PromptHandlers<boolean> {}

/** Asks for confirmation of an irreversible action. The first key decides; anything but y means no. */
export const ConfirmPrompt = ({ summary, subjects, onAnswer, onCancel }: ConfirmPromptProps) => {
  const [answer, setAnswer] = useReducer((first: Answer | undefined, next: Answer) => first ?? next, undefined)
  useInput((input, key) => {
    if (key.ctrl && (input === 'c' || input === 'd')) setAnswer('cancelled')
    else if (input !== '' || key.return || key.escape) setAnswer(/^y/i.test(input) ? 'yes' : 'no')
  })
  // In an effect, so that the frame with the answer is drawn first.
  useEffect(() => {
    if (answer === 'cancelled') onCancel()
    else if (answer) onAnswer(answer === 'yes', '')
  }, [answer, onAnswer, onCancel])
  return (
    <Box flexDirection="column">
      <Text bold>{printable(summary)}.</Text>
      {subjects.map((subject) => (
        <Text key={subject}> {printable(subject)}</Text>
      ))}
      <Text>
        <Text>Go on? </Text>
        <Text dimColor>(y/N) </Text>
        {answer ? <Text>{answer === 'cancelled' ? '' : answer}</Text> : <Text inverse> </Text>}
      </Text>
    </Box>
  )
}
