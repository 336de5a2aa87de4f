import { Lexer, LineCounter, parseDocument, Parser } from 'yaml'
import { wrongUse } from './failure.ts'

interface Position {
  line: number
  col: number
}

const placeText = ({ line, col }: Position): string => ` at line ${line}, column ${col}`

/** ` at line 3, column 5`, or nothing where YAML, which JSON is a part of, finds no error. */
export const placeOfJsonError = (text: string): string => {
  const [error] = parseDocument(text, { schema: 'json', logLevel: 'silent' }).errors
  return error?.linePos ? placeText(error.linePos[0]) : ''
}

/** The parser's stack has two entries a level. No file of this program has as many levels. */
const DEEPEST = 100

/** Throws wrong use for thousands of levels: the library composes nodes by recursion, and Node does not survive its overflow everywhere. */
export const requireShallow = (name: string, text: string): void => {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEEPEST) throw wrongUse(`${name} is nested too deeply`)
  }
}

/** Parses one YAML document. Throws wrong use with the place of an error. */
export const parseYaml = (name: string, text: string): unknown => {
  requireShallow(name, text)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error' })
  const [error] = document.errors
  if (error?.code === 'MULTIPLE_DOCS') throw wrongUse(`${name} must hold one YAML document`)
  if (error) throw wrongUse(`${name} is not YAML: ${error.message}${placeText(lineCounter.linePos(error.pos[0]))}`)
  try {
    return document.toJS()
  } catch (cause) {
    // References that grow without end, which the library refuses.
    throw wrongUse(`${name} is not YAML that can be read: ${(cause as Error).message}`)
  }
}
