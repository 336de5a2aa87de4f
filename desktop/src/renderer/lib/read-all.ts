interface Page<Item> {
  data: Item[]
  meta: { totalPages: number }
}

/** The items of one call that `readAll` asks for. */
export const ALL_PAGE = 100

/** All pages of a list. An item that moves to a later page meanwhile is on both: it counts where it was seen first. */
export const readAll = async <Item extends { id: string | number }>(
  read: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const first = await read(1)
  const items = [...first.data]
  // oxlint-disable-next-line no-await-in-loop -- A list that is read while it changes is read in order.
  for (let page = 2; page <= first.meta.totalPages; page += 1) items.push(...(await read(page)).data)
  const seen = new Set<Item['id']>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}
