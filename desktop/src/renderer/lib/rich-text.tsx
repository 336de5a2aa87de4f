import { Fragment, type ReactNode } from 'react'
import type { Values } from '../i18n/i18n.ts'

/** Characters that no text of people contains (Unicode's private use area) mark where a node goes. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const marks = /\uE000(\w+)\uE001/

/** The parts of a text with marks: texts at even places, names of nodes at odd ones. */
const partsOf = (text: string): string[] => text.split(marks)

/**
 * A message whose placeholders are elements: links, names, badges. The order of words is the language's own. Values are
 * never read as markup.
 * @param translate gives the message with these values
 */
export const richText = (
  translate: (values: Values) => string,
  nodes: Readonly<Record<string, ReactNode>>,
): ReactNode => {
  const values = Object.fromEntries(Object.keys(nodes).map((name) => [name, OPEN + name + CLOSE]))
  return partsOf(translate(values)).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- The parts of one sentence do not move.
    <Fragment key={place}>{place % 2 === 1 ? nodes[part] : part}</Fragment>
  ))
}
