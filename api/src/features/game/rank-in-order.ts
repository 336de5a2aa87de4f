/** Ranks of a list in its order, the highest score first: equal ones share a rank, and the next one is left out (1, 2, 2, 4). */
export const rankInOrder = <Item extends object>(
  items: readonly Item[],
  scoreOf: (item: Item) => number,
): (Item & { rank: number })[] => {
  let [rank, score] = [0, Number.NaN]
  return items.map((item, index) => {
    if (scoreOf(item) !== score) [rank, score] = [index + 1, scoreOf(item)]
    return { ...item, rank }
  })
}
