import { Box, Text, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import { printable } from '../printable.ts'
import type { ConfirmQuestion, PromptHandlers } from './prompts.ts'

type Answer = 'yes' | 'no' | 'cancelled'

interface ConfirmPromptProps extends ConfirmQuestion, PromptHandlers<boolean> {}

/** Asks yes or no before something that cannot be taken back. Anything but a y is a no; the first key counts. */
export const ConfirmPrompt = ({ summary, subjects, onAnswer, onCancel }: ConfirmPromptProps) => {
  const [answer, give] = useReducer((first: Answer | undefined, next: Answer) => first ?? next, undefined)
  useInput((input, key) => {
    if (key.ctrl && (input === 'c' || input === 'd')) give('cancelled')
    else if (input !== '' || key.return || key.escape) give(/^y/i.test(input) ? 'yes' : 'no')
  })
  // After the frame that shows it as given.
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
