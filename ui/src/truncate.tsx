const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Leaves out the middle of a long text: both ends are what tells addresses apart.
 * @param start Characters that stay at the beginning, counted as readers see them (an emoji is one).
 * @param end Characters that stay at the end.
 * @returns the text itself where the shorter one would save fewer than two characters.
 */
export const truncateMiddle = (text: string, start = 6, end = 4): string => {
  if (text.length <= start + end + 2) return text
  const characters = Array.from(segmenter.segment(text.slice(0, 20_000)), ({ segment }) => segment)
  if (characters.length <= start + end + 2) return text
  const tail = end === 0 ? '' : characters.slice(-end).join('')
  return `${characters.slice(0, start).join('')}…${tail}`
}
