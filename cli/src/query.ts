import {
  EmptyExpressionError,
  IncompleteExpressionError,
  LexerError,
  ParseError,
  search,
  UnknownFunctionError,
} from '@aws-lambda-powertools/jmespath'
import { failed, wrongUse } from './failure.ts'
import type { Search } from './json-printer.ts'

type Json = Parameters<typeof search>[1]

const syntaxErrors = [
  EmptyExpressionError,
  IncompleteExpressionError,
  LexerError,
  ParseError,
  UnknownFunctionError,
] as const

const oneLine = (error: unknown): string => (error as Error).message.replace(/\s+/g, ' ').trim()

/** Evaluates a JMESPath expression (https://jmespath.org/specification.html). Throws wrong use if it is not one. */
export const compileQuery = (expression: string): Search => {
  try {
    search(expression, null as Json)
  } catch (error) {
    // Of nothing, functions find no value of their types.
    if (syntaxErrors.some((syntaxError) => error instanceof syntaxError))
      throw wrongUse(`--query must be a JMESPath expression: ${oneLine(error)}`)
  }
  return (data) => {
    try {
      return search(expression, data as Json)
    } catch (error) {
      throw failed(`The expression of --query does not fit the answer: ${oneLine(error)}`)
    }
  }
}
